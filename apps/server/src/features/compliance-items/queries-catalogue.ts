import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { ApplicabilityRule } from '@anupalan/domain/applicability';
import { indianDayOf } from '@anupalan/domain/calendar-day';
import type { Condition } from '@anupalan/domain/conditions';
import type { Extension } from '@anupalan/domain/due-days/extensions';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { ComplianceItems } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { readComplianceFields } from '../compliance-fields/queries.ts';
import { EXTENSION, ExtensionRow, type ItemDays, itemDaysOf } from '../tracker/item-days.ts';
import { FOR_ITS_COMPANY } from '../tracker/judged-items.ts';
import { type CataloguePart, lockPremiumValues, presentItem } from './present.ts';

/** The parts of an item that decide who sees it and from when. */
export interface ItemRules {
  readonly id: string;
  readonly actId: string;
  readonly rule: ApplicabilityRule;
  /** The day from which the item is in the catalogue, ISO. */
  readonly since: string;
  /** Whether it falls due no more, and only what was recorded is left of it (R-catalogue-27). */
  readonly hasEnded: boolean;
  /** When it falls due, and what moves that for everybody. */
  readonly days: ItemDays;
}

/** Something for readers of either plan. */
export type ByPlan<T> = { readonly [plan in 'free' | 'premium']: T };

/** An item of the catalogue with its part for readers of either plan. */
export interface CatalogueItem extends ItemRules {
  readonly actId: string;
  readonly title: string;
  /** Days before the due date on which it is reminded of (R-catalogue-21). */
  readonly reminderDays: readonly number[];
  /** When it was changed last, in milliseconds of the epoch. */
  readonly changedAt: number;
  readonly parts: ByPlan<CataloguePart>;
}

/** Every item, in the order of the table. */
export interface Catalogue {
  readonly items: readonly CatalogueItem[];
  /** The fields of which each item has a value, in the order of their columns. */
  readonly fields: readonly ComplianceField[];
  /** The questions that decide whether items apply, in order. */
  readonly conditions: readonly Condition[];
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
  const values = await db.selectFrom('compliance_values').where('workspace_id', 'is', null).selectAll().execute();
  const valuesOf = Map.groupBy(values, (value) => value.compliance_item_id);
  const extensions = await readExtensions(db, null);
  const present = (row: Selectable<ComplianceItems>): CatalogueItem => {
    const premium = presentItem(row, fields, valuesOf.get(row.id) ?? []);
    return {
      ...rulesOf(row, extensions.get(row.id)),
      actId: row.act_id,
      title: row.title,
      reminderDays: row.reminder_days,
      changedAt: row.updated_at.getTime(),
      parts: { free: lockPremiumValues(premium, fields), premium },
    };
  };
  return { items: items.map(present), fields, conditions: await readConditions(db) };
}

/** The questions that decide whether items apply (R-applicability-4), in the order of the edition. */
export async function readConditions(db: Db): Promise<Condition[]> {
  const rows = await db.selectFrom('conditions').select('definition').orderBy('position').execute();
  return rows.map(({ definition }) => definition);
}

/** The extensions that are not taken back, of one item or of all, by item. */
async function readExtensions(db: Db, itemId: string | null): Promise<ReadonlyMap<string, readonly Extension[]>> {
  const { rows } = await sql<{ compliance_item_id: string; extensions: unknown[] }>`
    select compliance_item_id, json_agg(${sql.raw(EXTENSION)} order by new_day, id) as extensions
    from extensions extension
    where taken_back_at is null and (${itemId}::uuid is null or compliance_item_id = ${itemId})
    group by compliance_item_id`.execute(db);
  return new Map(rows.map((row) => [row.compliance_item_id, ExtensionRow.array().parse(row.extensions)]));
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
  const [fields, row, values, extensions] = await Promise.all([
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
    readExtensions(db, itemId),
  ]);
  if (!row) return null;
  const item = presentItem(row, fields, values);
  return { ...rulesOf(row, extensions.get(row.id)), part: plan === 'free' ? lockPremiumValues(item, fields) : item };
}

/** The rules of an item, of the catalogue or of a company's own (R-registrations-11). */
export function rulesOf(row: Selectable<ComplianceItems>, extensions: readonly Extension[] = []): ItemRules {
  return {
    id: row.id,
    actId: row.act_id,
    rule: {
      id: row.id,
      state: row.state,
      minEmployees: row.min_employees,
      maxEmployees: row.max_employees,
      conditions: row.conditions,
      belowLimit: row.below_limit,
      ...(row.workspace_id !== null && FOR_ITS_COMPANY),
    },
    since: `${indianDayOf(row.created_at.toTemporalInstant())}`,
    hasEnded: row.ended_reason !== null,
    days: itemDaysOf(row, extensions),
  };
}
