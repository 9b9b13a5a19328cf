import {
  MAX_OWN_OBLIGATIONS,
  NewOwnObligation,
  type OwnObligationChanges,
} from '@anupalan/contract/company/own-obligations';
import { text } from '@anupalan/contract/wire/primitives';
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
import { judgeForm } from '../judge-form.ts';
import { readKeptItems, readNamedActs } from '../queries.ts';
import { changesOf } from './changes-of.ts';
import { columnOfItem, columnsOfItems, itemFormOf, KEY_LENGTH, sayOfItem } from './columns-of-items.ts';
import { findAct } from './find-act.ts';
import { matchKept } from './match-kept.ts';

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

const RowKey = text(`Please use at most ${KEY_LENGTH} characters`, { max: KEY_LENGTH }).optional();

/** A row's form; the act and the title are there, because their columns are required. */
const OwnForm = z.intersection(NewOwnObligation, z.object({ actName: z.string(), title: z.string(), key: RowKey }));

function judge(values: Values): Judged<OwnRow> {
  const { key, act: actName } = values;
  const judged = sayOfItem(judgeForm(OwnForm, { ...itemFormOf(values), actName, key }, columnOfItem));
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
  const find = matchKept(kept);
  const most = MAX_OWN_OBLIGATIONS[planOf(view)];
  let added = 0;
  return rows.map(({ row, form: { key, form, given } }) => {
    const { actName, title } = form;
    const { id, faults } = find({ row, key, name: `${actName} ${title}`, column: 'title' });
    if (faults.length > 0) return { row, outcome: 'skip', step: null, faults };
    const act = actOf(actName, form.state);
    const named = act ? { actId: act.id, actName: undefined } : { actName };
    if (id !== null && existing === 'skip') return { row, outcome: 'skip', step: null };
    if (id !== null) {
      const changes = { ...changesOf(form, given), ...named };
      return { row, outcome: 'update', step: { id, key: key ?? null, changes } };
    }
    added++;
    const isTooMany = kept.length + added > most;
    const expected = `at most ${most} obligations of your own, with those that are there`;
    return {
      row,
      outcome: 'add',
      step: { id: null, key: key ?? null, form: { ...form, ...named } },
      ...(isTooMany && { faults: [{ key: 'title', expected }] }),
    };
  });
}

async function write(trx: Transaction<DB>, acting: Acting, step: OwnStep): Promise<void> {
  if (step.id === null) await addOwnObligationIn(trx, acting, step.form, step.key);
  else await changeOwnObligationIn(trx, acting, step.id, step.changes, step.key);
}
