import { MAX_ACTS, NewAct } from '@anupalan/contract/acts';
import { type ComplianceItemChanges, MAX_ITEMS, NewComplianceItem } from '@anupalan/contract/compliance-items';
import { isEmployeeRange, RANGE_FAULT } from '@anupalan/contract/fields/employee-range';
import { importCatalogue } from '@anupalan/contract/imports/imports';
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
import type { Existing, Fault, ImportKind, Judged, JudgedRow, PlannedRow } from '../import-kind.ts';
import { judgeForm } from '../judge-form.ts';
import { readKeptItems, readNamedActs, type Sizes } from '../queries.ts';
import { columnsOfItems } from './columns-of-items.ts';
import { findAct } from './find-act.ts';
import { changesOf, itemFormOf, judgeItem } from './judge-item.ts';
import { planKept } from './plan-kept.ts';
import { RowKey } from './row-key.ts';
import { sameText } from './same-text.ts';

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

const Named = z.object({ act: NewAct.shape.name, title: z.string(), key: RowKey });

function judge(values: Values): Judged<CatalogueRow> {
  const { minEmployees, maxEmployees, accessLevel } = values;
  const named = judgeForm(Named, values, ([part = 'title']) => part);
  const item = { ...itemFormOf(values), minEmployees, maxEmployees, accessLevel, actId: ANY };
  const judged = judgeItem(NewComplianceItem, item);
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
  const byId = new Map(kept.map((item) => [item.id, item]));
  const actOf = findAct(acts);
  const newActs = new Set<string>();
  let count = kept.length;
  const actFor = ({ act: name, form: { state } }: CatalogueRow) => {
    const known = actOf(name, state);
    if (!known) newActs.add(sameText(name));
    const isTooMany = acts.length + newActs.size > MAX_ACTS;
    return { known, act: known ? { id: known.id } : { name, state }, faults: isTooMany ? [TOO_MANY_ACTS] : [] };
  };
  return planKept<CatalogueRow, CatalogueStep>(rows, {
    ...{ kept, existing, column: 'title' },
    nameOf: ({ act, title }) => `${act} ${title}`,
    add: (row) => {
      const { key = null, form, given } = row;
      const { known, act, faults } = actFor(row);
      const isTooMany = ++count > MAX_ITEMS;
      return {
        step: { id: null, key, act, form },
        faults: [...faults, ...judgeRange(known, form, given), ...(isTooMany ? [TOO_MANY_ITEMS] : [])],
      };
    },
    update: (row, id) => {
      const { key = null, form, given } = row;
      const { act, faults } = actFor(row);
      return {
        step: { id, key, act, changes: changesFor(form, given) },
        faults: [...faults, ...judgeRange(byId.get(id), form, given)],
      };
    },
  });
}

const TOO_MANY_ACTS: Fault = {
  key: 'act',
  expected: `at most ${MAX_ACTS.toLocaleString('en-IN')} acts, with those that are there`,
};
const TOO_MANY_ITEMS: Fault = {
  key: 'title',
  expected: `at most ${MAX_ITEMS.toLocaleString('en-IN')} obligations, with those that are there`,
};

/** What a row says of sizes has to fit what it doesn't say: that stays, or is that of its act. */
function judgeRange(before: Sizes | undefined, form: NewComplianceItem, given: Values): Fault[] {
  const isRange = isEmployeeRange({ ...before, ...givenBounds(form, given) });
  return isRange ? [] : [{ key: 'maxEmployees', expected: RANGE_FAULT }];
}

function changesFor(form: NewComplianceItem, given: Values): Omit<ComplianceItemChanges, 'actId'> {
  return {
    ...changesOf(form, given),
    ...givenBounds(form, given),
    ...(given.accessLevel !== undefined && { accessLevel: form.accessLevel }),
  };
}

/** The bounds that a row says; the others are those of its act, or stay. */
function givenBounds({ minEmployees, maxEmployees }: NewComplianceItem, given: Values) {
  return {
    ...(given.minEmployees !== undefined && { minEmployees }),
    ...(given.maxEmployees !== undefined && { maxEmployees }),
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
