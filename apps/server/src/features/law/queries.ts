import { ALL_STATES, type StateOrAll } from '@anupalan/domain/states';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import { EditionCodeRule, EditionLateCost, EditionProfessionalTax, EditionWelfareFund } from './edition-law.ts';

/** The slabs of a state, of all days that are known. */
export async function readProfessionalTaxes(db: Db, state: StateOrAll): Promise<EditionProfessionalTax[]> {
  return (await readRowsOf(db, 'professional-tax', [state])).map((row) => EditionProfessionalTax.parse(row));
}

/** The contributions to the welfare funds of a state, of all days that are known. */
export async function readWelfareFunds(db: Db, state: StateOrAll): Promise<EditionWelfareFund[]> {
  return (await readRowsOf(db, 'welfare-fund', [state])).map((row) => EditionWelfareFund.parse(row));
}

/** The stages of the Codes for the Union, which come first, and for some states. */
export async function readCodeRules(db: Db, states: readonly StateOrAll[]): Promise<EditionCodeRule[]> {
  return (await readRowsOf(db, 'code-rule', [ALL_STATES, ...states])).map((row) => EditionCodeRule.parse(row));
}

async function readRowsOf(
  db: Db,
  kind: 'professional-tax' | 'welfare-fund' | 'code-rule',
  states: readonly StateOrAll[],
): Promise<unknown[]> {
  const rows = await db
    .selectFrom('law_rows')
    .select('definition')
    .where('kind', '=', kind)
    .where(sql<string>`definition->>'state'`, 'in', states)
    .orderBy('position')
    .execute();
  return rows.map(({ definition }) => definition);
}

/**
 * The rules of what late costs for an item, by its id; null when there is no such item of the catalogue or the company.
 */
export async function readRulesOfItem(
  db: Db,
  { workspaceId, itemId }: { workspaceId: string; itemId: string },
): Promise<EditionLateCost[] | null> {
  const item = (await findKey(db, workspaceId, itemId)) ?? (await findKeyOfTarget(db, workspaceId, itemId));
  if (!item) return null;
  return item.catalogue_key === null ? [] : readRulesNaming(db, 'itemKeys', item.catalogue_key);
}

/** The rules of what late costs for a duty of an event, by the duty's key. */
export function readRulesOfDuty(db: Db, key: string): Promise<EditionLateCost[]> {
  return readRulesNaming(db, 'dutyKeys', key);
}

async function readRulesNaming(db: Db, list: 'itemKeys' | 'dutyKeys', key: string): Promise<EditionLateCost[]> {
  const rows = await db
    .selectFrom('law_rows')
    .select('definition')
    .where('kind', '=', 'late-cost')
    .where(sql<boolean>`definition->${sql.lit(list)} ? ${key}`)
    .orderBy('position')
    .execute();
  return rows.map(({ definition }) => EditionLateCost.parse(definition));
}

/** The rule of a key; none when there is no such rule. */
export async function readRule(db: Db, key: string): Promise<EditionLateCost[]> {
  const rows = await db
    .selectFrom('law_rows')
    .select('definition')
    .where('kind', '=', 'late-cost')
    .where('key', '=', key)
    .execute();
  return rows.map(({ definition }) => EditionLateCost.parse(definition));
}

function findKey(db: Db, workspaceId: string, itemId: string) {
  return db
    .selectFrom('compliance_items')
    .select('catalogue_key')
    .where('id', '=', itemId)
    .where(sql<boolean>`(workspace_id is null or workspace_id = ${workspaceId})`)
    .executeTakeFirst();
}

async function findKeyOfTarget(db: Db, workspaceId: string, itemId: string) {
  const target = await db.selectFrom('merged_items').select('into_id').where('id', '=', itemId).executeTakeFirst();
  return target && findKey(db, workspaceId, target.into_id);
}
