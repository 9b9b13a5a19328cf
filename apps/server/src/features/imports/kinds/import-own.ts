import {
  MAX_OWN_OBLIGATIONS,
  NewOwnObligation,
  type OwnObligationChanges,
} from '@anupalan/contract/company/own-obligations';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../platform/postgres/database.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { recordActivity } from '../../activity/commands.ts';
import { readComplianceFields } from '../../compliance-fields/queries.ts';
import { addOwnObligationIn, changeOwnObligationIn, lockWorkspace } from '../../compliance-items/own/commands.ts';
import { planOf } from '../../compliance-items/queries.ts';
import type { CallerOfMany } from '../../status-history/commands-caller.ts';
import { type Acting, authorOf } from '../../tracker/commands.ts';
import type { Values } from '../column.ts';
import type { Existing, ImportKind, Judged, JudgedRow, PlannedRow } from '../import-kind.ts';
import { readKeptItems, readNamedActs } from '../queries.ts';
import { columnsOfItems } from './columns-of-items.ts';
import { findAct } from './find-act.ts';
import { changesOf, itemFormOf, judgeItem } from './judge-item.ts';
import { planKept } from './plan-kept.ts';
import { RowKey } from './row-key.ts';

/** An obligation of a row: its form, and what of it the row says. */
interface OwnRow {
  readonly key: string | undefined;
  readonly form: NewOwnObligation & { actName: string; title: string };
  readonly given: Values;
}

type OwnStep =
  | { readonly id: null; readonly key: string | null; readonly form: NewOwnObligation }
  | { readonly id: string; readonly key: string | null; readonly changes: OwnObligationChanges };

/** The import of a company's own obligations (R-imports-13). */
export async function importOwnKind(db: Db, caller: CallerOfMany): Promise<ImportKind<OwnRow, OwnStep>> {
  const columns = columnsOfItems(await readComplianceFields(db));
  const { view } = caller.begun;
  let acting: Acting = caller.begun;

  return {
    columns,
    judge,
    hold: async (trx) => {
      acting = await caller.hold(trx);
      await lockWorkspace(trx, view.workspaceId);
    },
    plan: (planDb, rows, existing) => plan(planDb, acting, rows, existing),
    write: async (trx, steps, { fileName }) => {
      for (const step of steps) await write(trx, acting, step);
      const about = { kind: 'own', name: fileName.slice(0, 200), count: steps.length };
      await recordActivity(trx, authorOf(acting), { what: 'imports.run', about });
      return {};
    },
  };
}

/** A row's form; the act and the title are there, because their columns are required. */
const OwnForm = z.intersection(NewOwnObligation, z.object({ actName: z.string(), title: z.string(), key: RowKey }));

function judge(values: Values): Judged<OwnRow> {
  const { key, act: actName } = values;
  const judged = judgeItem(OwnForm, { ...itemFormOf(values), actName, key });
  if ('faults' in judged) return judged;
  const { key: rowKey, ...form } = judged.form;
  return { form: { key: rowKey, form, given: values } };
}

async function plan(
  db: Db,
  { view }: Acting,
  rows: readonly JudgedRow<OwnRow>[],
  existing: Existing,
): Promise<PlannedRow<OwnStep>[]> {
  const kept = await readKeptItems(db, view.workspaceId);
  const actOf = findAct(await readNamedActs(db));
  const nameAct = ({ actName, state }: OwnRow['form']) => {
    const act = actOf(actName, state);
    return act ? { actId: act.id, actName: undefined } : { actName };
  };
  const most = MAX_OWN_OBLIGATIONS[planOf(view)];
  let count = kept.length;
  return planKept<OwnRow, OwnStep>(rows, {
    ...{ kept, existing, column: 'title' },
    nameOf: ({ form }) => `${form.actName} ${form.title}`,
    add: ({ key = null, form }) => {
      const expected = `at most ${most} obligations of your own, with those that are there`;
      return {
        step: { id: null, key, form: { ...form, ...nameAct(form) } },
        ...(++count > most && { faults: [{ key: 'title', expected }] }),
      };
    },
    update: ({ key = null, form, given }, id) => ({
      step: { id, key, changes: { ...changesOf(form, given), ...nameAct(form) } },
    }),
  });
}

async function write(trx: Transaction<DB>, acting: Acting, step: OwnStep): Promise<void> {
  if (step.id === null) await addOwnObligationIn(trx, acting, step.form, step.key);
  else await changeOwnObligationIn(trx, acting, step.id, step.changes, step.key);
}
