import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { ApplicabilityRule } from '@anupalan/domain/applicability';
import { ALL_STATES } from '@anupalan/domain/states';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { ComplianceItems } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { readComplianceFields } from '../compliance-fields/queries.ts';
import { type CataloguePart, lockPremiumValues, presentItem, writeAsciiJson } from './present.ts';
import { CompactCatalogue, type CompactPart } from './present-compact.ts';

/** The parts of an item that decide who sees it and from when. */
export interface ItemRules {
  readonly id: string;
  readonly rule: ApplicabilityRule;
  /** The day from which the item is in the catalogue, ISO. */
  readonly since: string;
}

/** Something for readers of either plan. */
export type ByPlan<T> = { readonly [plan in 'free' | 'premium']: T };

/** An item of the catalogue with its part for either plan in either shape, ready to be sent. */
export interface CatalogueItem extends ItemRules {
  readonly full: ByPlan<string>;
  readonly compact: ByPlan<CompactPart>;
}

/** Every item in the order of the table, with the tables of the compact shape. */
export interface Catalogue {
  readonly items: readonly CatalogueItem[];
  readonly tables: ByPlan<CompactCatalogue>;
  /** The fields of which each item has a value, in the order of their columns. */
  readonly fields: readonly ComplianceField[];
}

export async function readCatalogue(db: Db): Promise<Catalogue> {
  const fields = await readComplianceFields(db);
  const items = await db
    .selectFrom('compliance_items')
    .selectAll()
    .where('workspace_id', 'is', null)
    .orderBy('sr_no')
    .orderBy('id')
    .execute();
  const values = await db
    .selectFrom('compliance_values')
    .innerJoin('compliance_items', 'compliance_items.id', 'compliance_item_id')
    .where('workspace_id', 'is', null)
    .selectAll('compliance_values')
    .execute();
  const valuesOf = Map.groupBy(values, (value) => value.compliance_item_id);
  const tables = { free: new CompactCatalogue(), premium: new CompactCatalogue() };
  const present = (row: Selectable<ComplianceItems>): CatalogueItem => {
    const premium = presentItem(row, fields, valuesOf.get(row.id) ?? []);
    const free = lockPremiumValues(premium, fields);
    return {
      ...rulesOf(row),
      full: { free: writeAsciiJson(free), premium: writeAsciiJson(premium) },
      compact: { free: tables.free.add(free), premium: tables.premium.add(premium) },
    };
  };
  return { items: items.map(present), tables, fields };
}

/**
 * One item as it is now, of the catalogue or the owner's own, with its catalogue part for readers of a plan; null when
 * there is none.
 */
export async function readCatalogueItem(
  db: Db,
  plan: keyof ByPlan<unknown>,
  { itemId, owner }: { itemId: string; owner: WorkspaceId | null },
): Promise<(ItemRules & { part: CataloguePart }) | null> {
  const [fields, row, values] = await Promise.all([
    readComplianceFields(db),
    db
      .selectFrom('compliance_items')
      .selectAll()
      .where('id', '=', itemId)
      .where((where) =>
        where.or([where('workspace_id', 'is', null), ...(owner === null ? [] : [where('workspace_id', '=', owner)])]),
      )
      .executeTakeFirst(),
    db.selectFrom('compliance_values').selectAll().where('compliance_item_id', '=', itemId).execute(),
  ]);
  if (!row) return null;
  const item = presentItem(row, fields, values);
  return { ...rulesOf(row), part: plan === 'free' ? lockPremiumValues(item, fields) : item };
}

/** The rule of a company's own item, which is for that company whatever its states and size. */
const FOR_ITS_COMPANY: ApplicabilityRule = { state: ALL_STATES, minEmployees: 0, maxEmployees: 0 };

/** The rules of an item, of the catalogue or of a company's own (R-registrations-11). */
export function rulesOf(
  row: Pick<
    Selectable<ComplianceItems>,
    'id' | 'workspace_id' | 'state' | 'min_employees' | 'max_employees' | 'created_at'
  >,
): ItemRules {
  return {
    id: row.id,
    rule:
      row.workspace_id === null
        ? { state: row.state, minEmployees: row.min_employees, maxEmployees: row.max_employees }
        : FOR_ITS_COMPANY,
    since: row.created_at.toISOString().slice(0, 10),
  };
}
