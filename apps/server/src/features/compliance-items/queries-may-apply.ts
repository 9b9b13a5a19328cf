import type { MayApply } from '@anupalan/contract/applicability/items';
import type { OpenQuestion } from '@anupalan/domain/applicability';
import { answersIn, type Condition } from '@anupalan/domain/conditions';
import { ALL_STATES } from '@anupalan/domain/states';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { isExcludedFor, judgeFor, reachOf } from '../tracker/require-item.ts';
import type { Catalogue, CatalogueItem } from './queries-catalogue.ts';
import { narrowCatalogueTo } from './queries-in-scope.ts';
import { readCompanyOfViewer } from './queries-workspace.ts';

/** The items that may apply to the viewer's company, each with the question that decides it (R-applicability-5). */
export async function readMayApply(
  db: Db,
  catalogue: Catalogue,
  view: Session,
  today: Temporal.PlainDate,
): Promise<MayApply[]> {
  const { items, conditions } = narrowCatalogueTo(view)(catalogue);
  const { company, exclusions } = await readCompanyOfViewer(db, view.workspaceId);
  const judge = judgeFor(view, reachOf(view, company));
  const isExcluded = isExcludedFor(view, today);
  const byKey = new Map(conditions.map((condition) => [condition.key, condition]));
  return items.flatMap((item): MayApply[] => {
    if (item.hasEnded || isExcluded(exclusions.get(item.id))) return [];
    const judged = judge(item.rule);
    const condition = judged.outcome === 'may-apply' && byKey.get(judged.question.key);
    return condition ? [presentMayApply(item, judged.question, condition)] : [];
  });
}

function presentMayApply(
  { id, actId, title, rule }: CatalogueItem,
  { establishmentId, ...asked }: OpenQuestion,
  { key, kind, question, explanation, answeredFor, ...condition }: Condition,
): MayApply {
  const state = rule.state === ALL_STATES ? asked.state : rule.state;
  const answers = [...answersIn(state, condition)];
  return {
    _id: id,
    actId,
    title,
    state: rule.state,
    question: { key, kind, question, explanation, answeredFor, answers, establishmentId, state },
  };
}
