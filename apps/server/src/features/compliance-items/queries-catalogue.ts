import type { ApplicabilityRule } from '@anupalan/domain/applicability';
import type { Db } from '../../platform/database.ts';
import { readComplianceFields } from '../compliance-fields/queries.ts';
import { lockPremiumValues, presentItem } from './present.ts';

/** An item of the catalogue, ready to be sent: what rules ask of it, and the JSON of its part for either plan. */
export interface CatalogueItem {
  readonly id: string;
  readonly rule: ApplicabilityRule;
  /** ISO day. */
  readonly since: string;
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
      id: row.id,
      rule: { state: row.state, minEmployees: row.min_employees, maxEmployees: row.max_employees },
      since: row.created_at.toISOString().slice(0, 10),
      json: { free: writeAsciiJson(lockPremiumValues(item, fields)), premium: writeAsciiJson(item) },
    };
  });
}

/** A single character beyond Latin-1 would make two bytes of every character of an answer while it is put together. */
function writeAsciiJson(value: object): string {
  return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
