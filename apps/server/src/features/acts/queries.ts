import type { Act } from '@anupalan/contract/acts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { presentAct } from './present.ts';

/** Every act of the catalogue with its summary, by name (R-catalogue-10). */
export async function readActs(db: Db): Promise<Act[]> {
  const rows = await db
    .selectFrom('acts')
    .selectAll()
    .where('workspace_id', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(presentAct);
}

/** A company's own acts, by name (R-registrations-12). */
export async function readOwnActs(db: Db, workspaceId: WorkspaceId): Promise<Act[]> {
  const rows = await db
    .selectFrom('acts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .execute();
  return rows.map(presentAct);
}

/** The names of the catalogue's acts by their ids. */
export async function readActNames(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('acts').select(['id', 'name']).where('workspace_id', 'is', null).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The name of an act; empty when it was deleted. */
export async function readActName(db: Db, id: string): Promise<string> {
  const act = await db.selectFrom('acts').select('name').where('id', '=', id).executeTakeFirst();
  return act?.name ?? '';
}

/** An act of the catalogue. @throws AppError not-found */
export async function getAct(db: Db, id: string): Promise<Act> {
  const row = await db
    .selectFrom('acts')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('not-found', 'Act not found');
  return presentAct(row);
}
