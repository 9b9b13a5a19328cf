import type { Extension } from '@anupalan/contract/due-days/extensions';
import type { Holiday } from '@anupalan/contract/due-days/holidays';
import type { IsHoliday } from '@anupalan/domain/events/deadline';
import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { type ExtensionRow, presentExtension } from './present.ts';

/** The company's own holidays, in order. */
export async function listHolidays(db: Db, workspaceId: WorkspaceId): Promise<Holiday[]> {
  const rows = await db
    .selectFrom('holidays')
    .select(['id', 'day', 'name'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('day')
    .execute();
  return rows.map(({ id, day, name }) => ({ _id: id, day: readDay(day), name }));
}

/** Whether a day is one of the company's own holidays, by one query. */
export async function readHolidays(db: Db, workspaceId: WorkspaceId): Promise<IsHoliday> {
  const holidays = new Set((await listHolidays(db, workspaceId)).map(({ day }) => day.slice(0, 10)));
  return (day) => holidays.has(day.toString());
}

export async function countHolidays(db: Db, workspaceId: WorkspaceId): Promise<number> {
  const { kept } = await db
    .selectFrom('holidays')
    .where('workspace_id', '=', workspaceId)
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow();
  return kept;
}

/** A page of all extensions, newest first, with how many there are. */
export async function listExtensions(
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: Extension[]; total: number }> {
  const { rows } = await sql<ExtensionRow & { total: number }>`
    select extension.*, item.title, count(*) over () as total
    from extensions extension join compliance_items item on item.id = compliance_item_id
    order by published_at desc, extension.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return { data: rows.map((row) => presentExtension(row)), total: rows[0]?.total ?? 0 };
}

/** The extensions that are not taken back, newest first, with what a company said of their conditions. */
export async function listLiveExtensions(db: Db, workspaceId: WorkspaceId): Promise<Extension[]> {
  const { rows } = await sql<ExtensionRow & { met: boolean }>`
    select extension.*, item.title, met_at is not null as met
    from extensions extension join compliance_items item on item.id = compliance_item_id
      left join met_extensions on extension_id = extension.id and met_extensions.workspace_id = ${workspaceId}
    where taken_back_at is null order by published_at desc, extension.id desc`.execute(db);
  return rows.map(({ met, ...row }) => presentExtension(row, met));
}

/** One extension, taken back or not; null when there is none. */
export async function findExtension(db: Db, id: string): Promise<Extension | null> {
  const { rows } = await sql<ExtensionRow>`
    select extension.*, item.title
    from extensions extension join compliance_items item on item.id = compliance_item_id
    where extension.id = ${id}`.execute(db);
  return rows[0] ? presentExtension(rows[0]) : null;
}
