import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../platform/postgres/database.ts';
import type { Edition } from './edition.ts';
import { listWantedItems } from './list-wanted.ts';

/** A value of a shipped obligation that the edition doesn't have, though no administrator edited the obligation. */
export interface ForeignValue {
  readonly item: string;
  readonly title: string;
  readonly field: string;
  readonly text: string;
}

/** Values that were not written by the commands of the catalogue; `npm run catalogue` brings back what the edition has. */
export async function listForeignValues(db: Db, edition: Edition): Promise<ForeignValue[]> {
  const wanted = await listWantedItems(db, edition);
  const known = new Set(wanted.flatMap(([key, { values }]) => Object.keys(values).map((id) => `${key} ${id}`)));
  const { rows } = await sql<ForeignValue & { key: string; fieldId: string }>`
    select item.id as item, item.title, item.catalogue_key as key, field.name as field, field.id as "fieldId",
      left(value.text, 200) as text
    from compliance_values value join compliance_items item on item.id = value.compliance_item_id
      join compliance_fields field on field.id = value.compliance_field_id
    where item.workspace_id is null and item.catalogue_key is not null and item.edited_at is null
    order by item.sr_no, field.position`.execute(db);
  // What the edition ended stays as it was.
  const keys = new Set(wanted.map(([key]) => key));
  return rows.filter(({ key, fieldId }) => keys.has(key) && !known.has(`${key} ${fieldId}`));
}

/**
 * Says at a start that the catalogue has values that the edition hasn't (R-company-files-13). Before `npm run catalogue` has
 * brought in a newer edition, those of the one before are no stranger's.
 */
export async function tellForeignValues(db: Db, log: Pick<Logger, 'warn'>, edition: Edition): Promise<void> {
  const loaded = await db.selectFrom('event_kinds').select('edition').limit(1).executeTakeFirst();
  if (loaded?.edition !== edition.edition) return;
  const values = (await listForeignValues(db, edition)).length;
  if (values > 0) log.warn({ values }, 'the catalogue has values of no edition: npm run files -- check names them');
}
