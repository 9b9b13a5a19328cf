import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { Shape } from '@anupalan/contract/compliance-items';
import type { Selectable } from 'kysely';
import type { ComplianceItems, ComplianceValues } from '../../../platform/postgres/database-schema.ts';
import { CompactCatalogue } from '../compact-catalogue.ts';
import {
  type CataloguePart,
  lockPremiumValues,
  presentItem,
  spliceItem,
  type ViewersPart,
  writeAsciiJson,
} from '../present.ts';
import { writeCompactItems } from '../present-compact.ts';
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

/** Own items as the members of a JSON list: in the compact shape one part of their own, with its own tables. */
export function writeOwnItems(
  items: readonly OwnItem[],
  shape: Shape,
  viewersPart: (item: ItemRules) => ViewersPart,
): readonly string[] {
  if (shape === 'full') return items.map((item) => spliceItem(writeAsciiJson(item.part), viewersPart(item)));
  const tables = new CompactCatalogue();
  const joined = items.map((item) => ({ catalogue: tables.add(item.part), viewers: viewersPart(item) }));
  return joined.length > 0 ? [writeCompactItems(tables, joined)] : [];
}
