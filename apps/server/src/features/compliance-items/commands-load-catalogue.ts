import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { queueForChange } from '../../platform/announced-change.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import type { DB } from '../../platform/database-schema.ts';
import { loadItems } from './commands-load-items.ts';
import { planLoad, readLoadedKeys, rememberKey, type Tally } from './commands-plan-load.ts';
import type { Edition } from './queries-edition.ts';

export type LoadReport = Readonly<Record<'fields' | 'acts' | 'items', Tally>>;

/** Whether no catalogue was ever loaded. */
export async function isCatalogueEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('catalogue_keys').select('key').limit(1).executeTakeFirst()) === undefined;
}

/**
 * Brings the database up to an edition, whole or not at all: adds what is new to it, updates what no administrator has
 * edited and really differs, removes nothing, and brings back nothing that was deleted. Loads and administrators' edits at the same time queue.
 */
export async function loadCatalogue(db: Kysely<DB>, edition: Edition): Promise<LoadReport> {
  return db.transaction().execute(async (trx) => {
    await queueForChange(trx, 'catalogue');
    const report = {
      fields: await loadFields(trx, edition),
      acts: await loadActs(trx, edition),
      items: await loadItems(trx, edition),
    };
    await recordLoad(trx, edition, report);
    return report;
  });
}

async function recordLoad(trx: Transaction<DB>, { edition }: Edition, report: LoadReport): Promise<void> {
  if (Object.values(report).every(({ added, updated }) => added + updated === 0)) return;
  const details = { edition, ...report };
  await recordAudit(trx, null, { noun: 'compliance-items', verb: 'load-edition', id: null, details });
}

async function loadFields(trx: Transaction<DB>, { fields }: Edition): Promise<Tally> {
  const stored = await trx
    .selectFrom('compliance_fields')
    .select(['id', 'catalogue_key', 'edited_at', 'name', 'description', 'access_level', 'position'])
    .where('catalogue_key', 'is not', null)
    .forUpdate()
    .execute();
  const wanted = fields.map(({ key, name, description, accessLevel }, index) => {
    return [key, { name, description, access_level: accessLevel, position: index + 1 }] as const;
  });
  const plan = planLoad(wanted, stored, await readLoadedKeys(trx, 'field'));
  for (const { key, values } of plan.additions) {
    await rememberKey(trx, 'field', key);
    await trx
      .insertInto('compliance_fields')
      .values({ id: randomUUIDv7(), catalogue_key: key, ...values })
      .execute();
  }
  for (const { id, values } of plan.changes) {
    await trx
      .updateTable('compliance_fields')
      .set({ ...values, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute();
  }
  return plan.tally;
}

async function loadActs(trx: Transaction<DB>, { acts }: Edition): Promise<Tally> {
  const stored = await trx
    .selectFrom('acts')
    .select(['id', 'catalogue_key', 'edited_at', 'name', 'state', 'min_employees', 'max_employees', 'description'])
    .where('catalogue_key', 'is not', null)
    .forUpdate()
    .execute();
  const wanted = acts.map(({ key, name, state, minEmployees, maxEmployees, description }) => {
    return [key, { name, state, min_employees: minEmployees, max_employees: maxEmployees, description }] as const;
  });
  const plan = planLoad(wanted, stored, await readLoadedKeys(trx, 'act'));
  for (const { key, values } of plan.additions) {
    await rememberKey(trx, 'act', key);
    await trx
      .insertInto('acts')
      .values({ id: randomUUIDv7(), catalogue_key: key, ...values })
      .execute();
  }
  for (const { id, values } of plan.changes) {
    await trx
      .updateTable('acts')
      .set({ ...values, updated_at: sql`now()` })
      .where('id', '=', id)
      .execute();
  }
  return plan.tally;
}
