import { sql } from 'kysely';
import { IS_CURRENT } from '../../identity/members/membership.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { FilePerson, FileReference } from './company-manifest.ts';
import { type FoundReferences, referenceKey } from './placing/new-ids.ts';

/** Ids of what the rows name, by what they are of. */
export interface NamedIds {
  readonly people: Set<string>;
  readonly acts: Set<string>;
  readonly items: Set<string>;
  readonly fields: Set<string>;
  readonly extensions: Set<string>;
}

/**
 * The people of a company, and everybody else whom its rows name: with their addresses those who are in it now, without
 * a name who was erased, or is an administrator of the platform who isn't in it (R-company-files-3).
 */
export async function readPeople(db: Db, workspaceId: WorkspaceId, ids: ReadonlySet<string>): Promise<FilePerson[]> {
  const { rows } = await sql<FilePerson>`
    select u.id, u.first_name as "firstName", u.last_name as "lastName",
      case when m.id is not null then u.primary_email end as email, m.role
    from users u
      left join memberships m on (m.workspace_id, m.user_id) = (${workspaceId}, u.id) and ${sql.raw(IS_CURRENT)}
    where m.id is not null or u.id = any(${[...ids]}::uuid[]) and u.role <> 'admin'
    union all
    select id, first_name, last_name, email, role from imported_people where workspace_id = ${workspaceId}
    order by 1`.execute(db);
  return rows;
}

/** What of the catalogue the rows of a company name, with the keys by which another installation knows it. */
export async function readReferences(db: Db, { acts, items, fields, extensions }: NamedIds): Promise<FileReference[]> {
  const { rows } = await sql<FileReference>`
    select 'act' as kind, id, catalogue_key as key, name as title, null as day, null as "newDay" from acts
      where id = any(${[...acts]}::uuid[]) and workspace_id is null
    union all
    select 'item', id, catalogue_key, title, null, null from compliance_items
      where id = any(${[...items]}::uuid[]) and workspace_id is null
    union all
    select 'field', id, catalogue_key, name, null, null from compliance_fields where id = any(${[...fields]}::uuid[])
    union all
    select 'extension', extension.id, item.catalogue_key, item.title, extension.day::text, extension.new_day::text
    from extensions extension join compliance_items item on item.id = extension.compliance_item_id
      where extension.id = any(${[...extensions]}::uuid[])
    order by 1, 2`.execute(db);
  return rows;
}

/**
 * What the parts of the catalogue that a file names are here, by the ids that the file has for them; what isn't here is
 * missing. Those of the same installation are known by their ids, too.
 */
export async function findReferences(db: Db, references: readonly FileReference[]): Promise<FoundReferences> {
  const { rows } = await sql<{ kind: FileReference['kind']; old: string; id: string }>`
    with named as (
      select * from jsonb_to_recordset(${JSON.stringify(references)}::jsonb)
        as named (kind text, id uuid, key text, title text, day date, "newDay" date))
    select named.kind, named.id as old, act.id from named join acts act
      on named.kind = 'act' and act.workspace_id is null
        and (act.catalogue_key = named.key or named.key is null and act.id = named.id)
    union all
    select named.kind, named.id, item.id from named join compliance_items item
      on named.kind = 'item' and item.workspace_id is null
        and (item.catalogue_key = named.key or named.key is null and item.id = named.id)
    union all
    select named.kind, named.id, field.id from named join compliance_fields field
      on named.kind = 'field' and (field.catalogue_key = named.key or named.key is null and field.id = named.id)
    union all
    select named.kind, named.id, extension.id from named
      join compliance_items item on named.kind = 'extension' and item.catalogue_key = named.key
      join extensions extension on extension.compliance_item_id = item.id and extension.day = named.day
        and extension.new_day = named."newDay" and extension.taken_back_at is null`.execute(db);
  return new Map(rows.map(({ kind, old, id }) => [referenceKey(kind, old), id]));
}
