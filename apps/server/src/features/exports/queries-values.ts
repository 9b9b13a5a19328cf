import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { readComplianceFields } from '../compliance-fields/queries.ts';
import { planOf } from '../compliance-items/queries.ts';

/** The dashboard's columns, such as Form and Authority, with the texts of each obligation. */
export interface FieldColumns {
  readonly fields: readonly ComplianceField[];
  /** The texts of an obligation in the order of the fields; null where it has none. */
  readonly textsOf: (itemId: string) => (string | null)[];
}

/** Reads the columns that a company's plan unlocks, in the order of the dashboard (R-exports-4). */
export async function readFieldColumns(db: Db, session: Session, itemIds: readonly string[]): Promise<FieldColumns> {
  const isUnlocked = (level: string) => planOf(session) === 'premium' || level === 'free';
  const fields = (await readComplianceFields(db)).filter(({ accessLevel }) => isUnlocked(accessLevel));
  const { rows } = await sql<{ item: string; field: string; text: string; level: string }>`
    select item.id as item, value.compliance_field_id as field, value.text, item.access_level as level
    from compliance_values value join compliance_items item on item.id = value.compliance_item_id
    where item.id = any(${itemIds}::uuid[])`.execute(db);
  const texts = new Map(
    rows.flatMap(({ item, field, text, level }) => (isUnlocked(level) ? [[`${item} ${field}`, text] as const] : [])),
  );
  return { fields, textsOf: (itemId) => fields.map(({ _id }) => texts.get(`${itemId} ${_id}`) || null) };
}
