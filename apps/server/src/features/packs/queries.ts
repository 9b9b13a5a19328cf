import type { Pack } from '@anupalan/contract/proof/packs';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { readActNames } from '../acts/queries.ts';
import { describePreparedFile, type PreparedFileRow } from '../prepared-files/prepared-file.ts';
import { WantedPack } from './wanted-pack.ts';

/** Packs as they are answered, with the names of their acts. */
export async function describePacks(db: Db, rows: readonly PreparedFileRow[]): Promise<Pack[]> {
  const names = await readActNames(db);
  return rows.map((row) => {
    const { acts, ...wanted } = WantedPack.parse(row.wanted);
    return {
      ...describePreparedFile(row),
      ...wanted,
      acts: acts?.map((id) => ({ _id: id, name: names.get(id) ?? 'An act that is no longer there' })) ?? null,
    };
  });
}

/**
 * The items that go to an authority, by the words in the column of that name (R-packs-1); those of a company's own have the
 * column, too.
 */
export async function readItemsOfAuthority(
  db: Db,
  workspaceId: WorkspaceId,
  words: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select item.id from compliance_values value
      join compliance_fields field on field.id = value.compliance_field_id
      join compliance_items item on item.id = value.compliance_item_id
    where field.name = 'Authority' and (item.workspace_id is null or item.workspace_id = ${workspaceId})
      and strpos(lower(value.text), lower(${words})) > 0`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
