import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import { insertLoadedAct, lockLoadedActs, updateLoadedAct } from '../acts/commands-load.ts';
import { insertLoadedField, lockLoadedFields, updateLoadedField } from '../compliance-fields/commands-load.ts';
import { insertLoadedItem, lockLoadedItems, updateLoadedItem } from '../compliance-items/commands-load.ts';
import { replaceEventKinds } from '../events/commands-load.ts';
import { isLawEmpty, loadLaw } from '../law/commands-load.ts';
import { recordLawChanges } from '../law-changes/commands.ts';
import type { Difference } from '../law-changes/difference.ts';
import { listItemDifferences } from '../law-changes/list-item-differences.ts';
import { type RetiredReport, retireItems } from './commands-retire.ts';
import type { Edition } from './edition.ts';
import {
  listWantedActs,
  listWantedConditions,
  listWantedEventDuties,
  listWantedEventKinds,
  listWantedFields,
  listWantedItems,
} from './list-wanted.ts';
import { type Plan, planLoad, type Tally } from './plan-load.ts';

export type LoadReport = Readonly<Record<'fields' | 'acts' | 'items', Tally>> & { readonly retired: RetiredReport };

/** Whether no catalogue was ever loaded. */
export async function isCatalogueEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('catalogue_keys').select('key').limit(1).executeTakeFirst()) === undefined;
}

/**
 * Fills what a start finds empty: the catalogue of a new database (R-catalogue-4), and the law of one that is older than
 * the law's tables, whose items wait for `npm run catalogue`.
 */
export async function fillCatalogue(db: Kysely<DB>, readEdition: () => Promise<Edition>): Promise<void> {
  if (await isCatalogueEmpty(db)) await loadCatalogue(db, await readEdition());
  else if (await isLawEmpty(db)) await fillLaw(db, await readEdition());
}

async function fillLaw(db: Kysely<DB>, { law }: Edition): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await queueForChange(trx, 'catalogue');
    await loadLaw(trx, law);
  });
}

/**
 * Brings the database up to an edition, whole or not at all (R-catalogue-4): adds what is new to it, updates what no
 * administrator has edited and really differs, and brings back nothing that was deleted. What the edition retires goes
 * into other items or ends (R-catalogue-25). What is different from the edition before is kept for companies to read
 * (R-law-11). Loads and administrators' edits at the same time queue.
 */
export async function loadCatalogue(db: Kysely<DB>, edition: Edition): Promise<LoadReport> {
  return db.transaction().execute(async (trx) => {
    await queueForChange(trx, 'catalogue');
    const isFirst = await isCatalogueEmpty(trx);
    await loadConditions(trx, edition);
    await replaceEventKinds(trx, listWantedEventKinds(edition), listWantedEventDuties(edition));
    const fields = await loadFields(trx, edition);
    const acts = await loadActs(trx, edition);
    const items = await loadItems(trx, edition);
    const retired = await retireItems(trx, edition);
    const ofLaw = await loadLaw(trx, edition.law);
    const report = { fields, acts, items: items.tally, retired: retired.report };
    const differences = [...items.differences, ...retired.differences, ...ofLaw];
    if (!isFirst) await recordLawChanges(trx, edition.edition, differences);
    await recordLoad(trx, edition, report);
    return report;
  });
}

async function recordLoad(trx: Transaction<DB>, { edition }: Edition, report: LoadReport): Promise<void> {
  const { retired, ...loaded } = report;
  const changed = Object.values(loaded).some(({ added, updated }) => added + updated > 0);
  if (!changed && retired.merged + retired.ended === 0) return;
  const details = { edition, ...report };
  await recordAudit(trx, null, { noun: 'compliance-items', verb: 'load-edition', id: null, details });
}

/** The questions are the edition's own: nobody edits them, and they are no more than it has. */
async function loadConditions(trx: Transaction<DB>, edition: Edition): Promise<void> {
  const wanted = listWantedConditions(edition);
  const stored = await trx.selectFrom('conditions').selectAll().orderBy('position').execute();
  if (isDeepStrictEqual(stored, wanted)) return;
  await trx.deleteFrom('conditions').execute();
  const rows = wanted.map(({ definition, ...row }) => ({ ...row, definition: JSON.stringify(definition) }));
  if (rows.length > 0) await trx.insertInto('conditions').values(rows).execute();
}

async function loadFields(trx: Transaction<DB>, edition: Edition): Promise<Tally> {
  const plan = planLoad(listWantedFields(edition), await lockLoadedFields(trx), await readLoadedKeys(trx, 'field'));
  await carryOut(trx, 'field', plan, { insert: insertLoadedField, update: updateLoadedField });
  return plan.tally;
}

async function loadActs(trx: Transaction<DB>, edition: Edition): Promise<Tally> {
  const plan = planLoad(listWantedActs(edition), await lockLoadedActs(trx), await readLoadedKeys(trx, 'act'));
  await carryOut(trx, 'act', plan, { insert: insertLoadedAct, update: updateLoadedAct });
  return plan.tally;
}

async function loadItems(
  trx: Transaction<DB>,
  edition: Edition,
): Promise<{ tally: Tally; differences: readonly Difference[] }> {
  const wanted = await listWantedItems(trx, edition);
  const stored = await lockLoadedItems(trx);
  const plan = planLoad(wanted, stored, await readLoadedKeys(trx, 'item'));
  await carryOut(trx, 'item', plan, { insert: insertLoadedItem, update: updateLoadedItem });
  const tally = { ...plan.tally, deleted: plan.tally.deleted + edition.items.length - wanted.length };
  const byId = new Map(stored.map((row) => [row.id, row]));
  const conditions = listWantedConditions(edition).map(({ definition }) => definition);
  const changes = [
    ...plan.additions.map(({ key, values }) => ({ key, was: null, now: values })),
    ...plan.changes.map(({ id, values }) => {
      const was = byId.get(id) ?? null;
      return { key: was?.catalogue_key ?? null, was, now: values };
    }),
  ];
  return { tally, differences: changes.flatMap((change) => listItemDifferences(change, conditions)) };
}

type Kind = 'act' | 'field' | 'item';

/** The keys of a kind that were ever loaded, those of things that were deleted since included. */
async function readLoadedKeys(trx: Transaction<DB>, kind: Kind): Promise<Set<string>> {
  const rows = await trx.selectFrom('catalogue_keys').select('key').where('kind', '=', kind).execute();
  return new Set(rows.map(({ key }) => key));
}

/** The writes of the feature whose table it is. */
interface Writes<Values> {
  readonly insert: (trx: Transaction<DB>, key: string, values: Values) => Promise<void>;
  readonly update: (trx: Transaction<DB>, id: string, values: Values) => Promise<void>;
}

async function carryOut<Values>(
  trx: Transaction<DB>,
  kind: Kind,
  { additions, changes }: Plan<Values>,
  { insert, update }: Writes<Values>,
): Promise<void> {
  for (const { key, values } of additions) {
    await trx.insertInto('catalogue_keys').values({ kind, key }).execute();
    await insert(trx, key, values);
  }
  for (const { id, values } of changes) await update(trx, id, values);
}
