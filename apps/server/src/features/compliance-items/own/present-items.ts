import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { Selectable } from 'kysely';
import type { ComplianceItems, ComplianceValues } from '../../../platform/postgres/database-schema.ts';
import { type CataloguePart, lockPremiumValues, presentItem } from '../present.ts';
import { type ItemRules, rulesOf } from '../queries-catalogue.ts';

/** An own item as PostgreSQL sends it as JSON, in which a moment is text, with its values. */
export type OwnItemRow = Omit<Selectable<ComplianceItems>, Moments> & { [moment in Moments]: string } & {
  readonly field_values: readonly Selectable<ComplianceValues>[] | null;
};

type Moments = 'created_at' | 'updated_at';

/** An own item with its part for readers of a plan. */
export interface OwnItem extends ItemRules {
  readonly part: CataloguePart;
}

/** Premium fields are locked in own items, too, for whose company is on the free plan (R-tracker-5). */
export function presentOwnItems(
  rows: readonly OwnItemRow[],
  fields: readonly ComplianceField[],
  plan: 'free' | 'premium',
): OwnItem[] {
  return rows.map(({ field_values, ...json }) => {
    const row = { ...json, created_at: new Date(json.created_at), updated_at: new Date(json.updated_at) };
    const item = presentItem(row, fields, field_values ?? []);
    return { ...rulesOf(row), part: plan === 'free' ? lockPremiumValues(item, fields) : item };
  });
}
