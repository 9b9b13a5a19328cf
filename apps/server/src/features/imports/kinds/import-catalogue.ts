import { MAX_ACTS, NewAct } from '@anupalan/contract/acts';
import { type ComplianceItemChanges, MAX_ITEMS, NewComplianceItem } from '@anupalan/contract/compliance-items';
import { importCatalogue } from '@anupalan/contract/imports/imports';
import { text } from '@anupalan/contract/wire/primitives';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { holdSession } from '../../../identity/read-session.ts';
import { requireCallPermission, type Session } from '../../../identity/sessions.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { queueForChange } from '../../../platform/postgres/locks.ts';
import type { Services } from '../../../services.ts';
import { addActIn } from '../../acts/commands.ts';
import { readComplianceFields } from '../../compliance-fields/queries.ts';
import { changeItemIn } from '../../compliance-items/commands.ts';
import { addImportedItems } from '../../compliance-items/commands-import.ts';
import type { Column, Values } from '../column.ts';
import type { Existing, ImportKind, Judged, JudgedRow, PlannedRow } from '../import-kind.ts';
import { judgeForm } from '../judge-form.ts';
import { readKeptItems, readNamedActs } from '../queries.ts';
import { changesOf } from './changes-of.ts';
import { columnOfItem, columnsOfItems, itemFormOf, KEY_LENGTH, sameText, sayOfItem } from './columns-of-items.ts';
import { findAct } from './find-act.ts';
import { matchKept } from './match-kept.ts';

/** An obligation of a row: its form without the act's id, and what of it the row says. */
interface CatalogueRow {
  readonly key: string | undefined;
  readonly act: string;
  readonly title: string;
  readonly form: NewComplianceItem;
  readonly given: Values;
}

type Act = { readonly id: string } | { readonly name: string; readonly state: string | undefined };

type CatalogueStep =
  | { readonly id: null; readonly key: string | null; readonly act: Act; readonly form: NewComplianceItem }
  | {
      readonly id: string;
      readonly key: string | null;
      readonly act: Act;
      readonly changes: Omit<ComplianceItemChanges, 'actId'>;
    };

/** The columns of the catalogue's obligations. */
export async function columnsOfCatalogue(db: Db): Promise<Column[]> {
  return [
    ...columnsOfItems(await readComplianceFields(db)),
    {
      key: 'minEmployees',
      title: 'Minimum employees',
      synonyms: ['Employees from', 'From employees', 'Min employees'],
      reads: 'whole',
      explains: 'the smallest company that it is for; empty: as its act',
      examples: ['10'],
    },
    {
      key: 'maxEmployees',
      title: 'Maximum employees',
      synonyms: ['Employees to', 'To employees', 'Max employees'],
      reads: 'whole',
      explains: 'the largest company that it is for, 0 for any; empty: as its act',
    },
    {
      key: 'accessLevel',
      title: 'Plan',
      synonyms: ['Access level', 'Access'],
      reads: 'choice',
      choices: [
        { value: 'free', words: ['Free'] },
        { value: 'premium', words: ['Premium'] },
      ],
      explains: 'who sees it: everybody, or Premium alone',
      examples: ['Free'],
    },
  ];
}

/** The import of obligations of the catalogue, by administrators (R-imports-12). */
export async function importCatalogueKind(
  { database: { db }, listener }: Pick<Services, 'database' | 'listener'>,
  session: Session,
): Promise<ImportKind<CatalogueRow, CatalogueStep>> {
  return {
    columns: await columnsOfCatalogue(db),
    judge,
    hold: async (trx) => {
      await queueForChange(trx, 'catalogue');
      requireCallPermission(await holdSession(trx, session), importCatalogue.access);
    },
    plan,
    write: async (trx, steps, { fileName }) => {
      const actIdOf = await addMissingActs(trx, session, steps);
      for (const step of steps) {
        if (step.id === null) continue;
        await changeItemIn(trx, session, step.id, { ...step.changes, actId: actIdOf(step.act) }, step.key);
      }
      const items = steps.flatMap((step) =>
        step.id === null ? [{ key: step.key, form: { ...step.form, actId: actIdOf(step.act) } }] : [],
      );
      if (items.length > 0) await addImportedItems(trx, session, { items, fileName });
      return {};
    },
    afterwards: () => listener.announceHere('catalogue'),
  };
}

/** Any act: which one it is, or will be, is found out beside what is there. */
const ANY = '0199f000-0000-7000-8000-000000000000';

const Named = z.object({
  act: NewAct.shape.name,
  title: z.string(),
  key: text(`Please use at most ${KEY_LENGTH} characters`, { max: KEY_LENGTH }).optional(),
});

function judge(values: Values): Judged<CatalogueRow> {
  const { minEmployees, maxEmployees, accessLevel } = values;
  const keyOf = (path: readonly string[]) => columnOfItem(path);
  const named = judgeForm(Named, values, keyOf);
  const item = { ...itemFormOf(values), minEmployees, maxEmployees, accessLevel, actId: ANY };
  const judged = sayOfItem(judgeForm(NewComplianceItem, item, keyOf));
  if ('faults' in named || 'faults' in judged) {
    return { faults: [named, judged].flatMap((one) => ('faults' in one ? one.faults : [])) };
  }
  return { form: { ...named.form, key: named.form.key, form: judged.form, given: values } };
}

async function plan(
  db: Db,
  rows: readonly JudgedRow<CatalogueRow>[],
  existing: Existing,
): Promise<PlannedRow<CatalogueStep>[]> {
  const kept = await readKeptItems(db, null);
  const acts = await readNamedActs(db);
  const actOf = findAct(acts);
  const find = matchKept(kept);
  const newActs = new Set<string>();
  let added = 0;
  return rows.map(({ row, form: { key, act: name, title, form, given } }) => {
    const { id, faults } = find({ row, key, name: `${name} ${title}`, column: 'title' });
    if (faults.length > 0) return { row, outcome: 'skip', step: null, faults };
    if (id !== null && existing === 'skip') return { row, outcome: 'skip', step: null };
    const known = actOf(name, form.state);
    const act = known ? { id: known.id } : { name, state: form.state };
    if (!known) newActs.add(sameText(name));
    if (acts.length + newActs.size > MAX_ACTS) {
      const expected = `at most ${MAX_ACTS.toLocaleString('en-IN')} acts, with those that are there`;
      return { row, outcome: 'skip', step: null, faults: [{ key: 'act', expected }] };
    }
    if (id !== null) {
      return { row, outcome: 'update', step: { id, key: key ?? null, act, changes: changesFor(form, given) } };
    }
    added++;
    if (kept.length + added > MAX_ITEMS) {
      const expected = `at most ${MAX_ITEMS.toLocaleString('en-IN')} obligations, with those that are there`;
      return { row, outcome: 'add', step: null, faults: [{ key: 'title', expected }] };
    }
    return { row, outcome: 'add', step: { id: null, key: key ?? null, act, form } };
  });
}

function changesFor(form: NewComplianceItem, given: Values): Omit<ComplianceItemChanges, 'actId'> {
  return {
    ...changesOf(form, given),
    ...(given.minEmployees !== undefined && { minEmployees: form.minEmployees }),
    ...(given.maxEmployees !== undefined && { maxEmployees: form.maxEmployees }),
    ...(given.accessLevel !== undefined && { accessLevel: form.accessLevel }),
  };
}

/** Adds the acts that rows name and that aren't there, each once. @returns the id of any act of the rows */
async function addMissingActs(
  trx: Transaction<DB>,
  by: Session,
  steps: readonly CatalogueStep[],
): Promise<(act: Act) => string> {
  const added = new Map<string, string>();
  for (const { act } of steps) {
    if ('id' in act || added.has(sameText(act.name))) continue;
    const { _id } = await addActIn(trx, by, NewAct.parse({ name: act.name, ...(act.state && { state: act.state }) }));
    added.set(sameText(act.name), _id);
  }
  return (act) => {
    const id = 'id' in act ? act.id : added.get(sameText(act.name));
    if (id === undefined) throw new Error('An act of a row is there or was added');
    return id;
  };
}
