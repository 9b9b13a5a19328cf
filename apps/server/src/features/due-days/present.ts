import type { Extension } from '@anupalan/contract/due-days/extensions';
import type { Selectable } from 'kysely';
import type { Extensions } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';

/** An extension with the title of its item. */
export type ExtensionRow = Selectable<Extensions> & { readonly title: string };

/** An extension; `met` is what the company says of its condition, where it is shown to one. */
export function presentExtension(row: ExtensionRow, met?: boolean): Extension {
  return {
    _id: row.id,
    itemId: row.compliance_item_id,
    title: row.title,
    forDate: readDay(row.day),
    day: readDay(row.new_day),
    states: row.states,
    condition: row.condition,
    authority: row.authority,
    link: row.link,
    publishedAt: row.published_at.toISOString(),
    takenBackAt: row.taken_back_at?.toISOString() ?? null,
    ...(met !== undefined && row.condition !== null && { met }),
  };
}
