import type { ApplicabilityRule } from '@anupalan/domain/applicability';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { ComplianceItems } from '../../platform/postgres/database-schema.ts';
import { readComplianceFields } from '../compliance-fields/queries.ts';
import { type CataloguePart, lockPremiumValues, presentItem } from './present.ts';

/** The parts of an item that decide who sees it and from when. */
export interface ItemRules {
  readonly id: string;
  readonly rule: ApplicabilityRule;
  /** The day from which the item is in the catalogue, ISO. */
  readonly since: string;
}

/** An item of the catalogue with the JSON of its part for either plan, ready to be sent. */
export interface CatalogueItem extends ItemRules {
  readonly json: { readonly free: string; readonly premium: string };
}

/** Every item in the order of the table. */
export async function readCatalogue(db: Db): Promise<CatalogueItem[]> {
  const [fields, items, values] = await Promise.all([
    readComplianceFields(db),
    db.selectFrom('compliance_items').selectAll().orderBy('sr_no').orderBy('id').execute(),
    db.selectFrom('compliance_values').selectAll().execute(),
  ]);
  const valuesOf = Map.groupBy(values, (value) => value.compliance_item_id);
  return items.map((row) => {
    const item = presentItem(row, fields, valuesOf.get(row.id) ?? []);
    return {
      ...rulesOf(row),
      json: { free: writeAsciiJson(lockPremiumValues(item, fields)), premium: writeAsciiJson(item) },
    };
  });
}

/** One item as it is now, with its catalogue part for readers of a plan; null when there is none. */
export async function readCatalogueItem(
  db: Db,
  plan: keyof CatalogueItem['json'],
  itemId: string,
): Promise<(ItemRules & { part: CataloguePart }) | null> {
  const [fields, row, values] = await Promise.all([
    readComplianceFields(db),
    db.selectFrom('compliance_items').selectAll().where('id', '=', itemId).executeTakeFirst(),
    db.selectFrom('compliance_values').selectAll().where('compliance_item_id', '=', itemId).execute(),
  ]);
  if (!row) return null;
  const item = presentItem(row, fields, values);
  return { ...rulesOf(row), part: plan === 'free' ? lockPremiumValues(item, fields) : item };
}

function rulesOf(row: Selectable<ComplianceItems>): ItemRules {
  return {
    id: row.id,
    rule: { state: row.state, minEmployees: row.min_employees, maxEmployees: row.max_employees },
    since: row.created_at.toISOString().slice(0, 10),
  };
}

/**
 * JSON in ASCII only: a single character beyond Latin-1 would make Node keep the whole answer with two bytes a
 * character.
 */
function writeAsciiJson(value: object): string {
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
