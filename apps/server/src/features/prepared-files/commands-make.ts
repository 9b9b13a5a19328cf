import { randomUUIDv7 } from 'node:crypto';
import type { PreparedKind } from '@anupalan/contract/proof/prepared-files';
import { sql, type Transaction } from 'kysely';
import { impersonationHolds } from '../../identity/members/impersonations.ts';
import { BELONGING, type BelongingRow, IS_CURRENT, toBelonging } from '../../identity/members/membership.ts';
import { unattendedSession } from '../../identity/members/unattended-session.ts';
import type { Session } from '../../identity/sessions.ts';
import type { StoredFile } from '../../platform/files/store/file-store.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { findRoomForMade, noRoom } from './room.ts';

/** A file that this instance makes; `tries` tells it from another instance that took it later. */
export interface TakenFile {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  readonly kind: PreparedKind;
  readonly wanted: unknown;
  readonly name: string;
  readonly tries: number;
  /** The id that its bytes are to be stored under, and that of a try which broke off. */
  readonly writing: string;
  readonly former: string | null;
  readonly askedBy: string;
  /** Who asked for it, as they belong to the company now; null once they may not sign in any more. */
  readonly session: Session | null;
}

interface TakenRow extends BelongingRow {
  id: string;
  kind: PreparedKind;
  wanted: unknown;
  name: string;
  tries: number;
  former: string | null;
  asked_by: string;
  impersonator_id: string | null;
  user_role: Session['role'];
  is_current: boolean;
}

/** Takes the next file that nobody makes, exports first, for some seconds; null when there is none. */
export async function takeFile(db: Db, kinds: readonly PreparedKind[], seconds: number): Promise<TakenFile | null> {
  const writing = randomUUIDv7();
  const { rows } = await sql<TakenRow>`
    with next as (
      select workspace_id, id, writing as former from prepared_files
      where state in ('waiting', 'making') and (held_until is null or held_until <= now()) and kind = any(${kinds})
      order by kind <> 'export', asked_at limit 1 for update skip locked),
    taken as (
      update prepared_files file
      set state = 'making', tries = tries + 1, held_until = now() + make_interval(secs => ${seconds}),
        done = 0, total = null, writing = ${writing}
      from next where (file.workspace_id, file.id) = (next.workspace_id, next.id)
      returning file.workspace_id, file.id, kind, wanted, name, tries, former, asked_by, impersonator_id)
    select taken.id, kind, wanted, name, tries, former, asked_by, impersonator_id, u.role as user_role,
      ${sql.raw(BELONGING)}, u.status = 'active' and ${sql.raw(IS_CURRENT)}
        and ${impersonationHolds({ user: sql`asked_by`, impersonator: sql`taken.impersonator_id` })} as is_current
    from taken join users u on u.id = asked_by
      join memberships m on (m.workspace_id, m.user_id) = (taken.workspace_id, asked_by)`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { id, kind, wanted, name, tries, former } = row;
  const asker = unattendedSession({ userId: row.asked_by, role: row.user_role }, toBelonging(row));
  const session = row.is_current ? { ...asker, impersonatorId: row.impersonator_id } : null;
  return {
    ...{ workspaceId: row.workspace_id, id, kind, wanted, name, tries, writing, former },
    ...{ askedBy: row.asked_by, session },
  };
}

/**
 * Notes how far a file is, and holds it for some more seconds.
 * @returns whether it is still this instance's to make: who asked may have left.
 */
export async function holdFile(
  db: Db,
  taken: TakenFile,
  { seconds, done, of }: { seconds: number; done: number; of: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    update prepared_files set held_until = now() + make_interval(secs => ${seconds}), done = ${done}, total = ${of}
    where ${isTaken(taken)} returning id`.execute(db);
  return rows.length > 0;
}

/** Packs, and files of the company, that are there to be fetched at a time; of exports, those of one person. */
const MOST_READY: Readonly<Record<PreparedKind, number>> = { export: 20, pack: 3, company: 3 };

/**
 * Makes a file ready to be fetched, in place of the oldest where there are enough, or where they take its room
 * (R-exports-6, R-exports-8).
 * @returns whether it was still this instance's to make.
 * @throws AppError conflict where others take its room
 */
export async function finishPreparedFile(
  trx: Transaction<DB>,
  taken: TakenFile,
  { id, size, of, payerBytes }: Pick<StoredFile, 'id' | 'size'> & { of: number | null; payerBytes: number },
): Promise<boolean> {
  const room = await findRoomForMade(trx, taken, { payerBytes, isHeld: true });
  if (size > room.left) throw noRoom(room);
  const { rows } = await sql`
    update prepared_files set state = 'ready', file_id = ${id}, writing = null, size = ${size}, held_until = null,
      done = coalesce(${of}, done), total = ${of}, ended_at = now()
    where ${isTaken(taken)} returning id`.execute(trx);
  const isTheirs = rows.length > 0;
  if (isTheirs) await endOldest(trx, taken, room.left);
  return isTheirs;
}

/** Ends the oldest ready ones of a kind, until so many are left that they fit into so many bytes. */
async function endOldest(
  trx: Transaction<DB>,
  { workspaceId, kind, askedBy }: Pick<TakenFile, 'workspaceId' | 'kind' | 'askedBy'>,
  bytes: number,
): Promise<void> {
  await sql`
    delete from prepared_files where (workspace_id, id) in (
      select workspace_id, id from (
        select workspace_id, id, row_number() over newest as place, sum(size) over newest as taken
        from prepared_files
        where workspace_id = ${workspaceId} and kind = ${kind} and state = 'ready'
          and (kind <> 'export' or asked_by = ${askedBy})
        window newest as (order by ended_at desc, id desc)) ready
      where place > ${MOST_READY[kind]} or taken > ${bytes})`.execute(trx);
}

/** Gives up on a file, and says why. @returns whether it was still this instance's to make. */
export async function failFile(trx: Transaction<DB>, taken: TakenFile, fault: string): Promise<boolean> {
  const { rows } = await sql`
    update prepared_files set state = 'failed', fault = ${fault}, held_until = null, ended_at = now()
    where ${isTaken(taken)} returning id`.execute(trx);
  return rows.length > 0;
}

/** Gives a file back, to be made anew after some seconds. */
export async function giveFileBack(db: Db, taken: TakenFile, seconds: number): Promise<void> {
  await sql`
    update prepared_files set state = 'waiting', held_until = now() + make_interval(secs => ${seconds})
    where ${isTaken(taken)}`.execute(db);
}

/** Gives a file back to be made at once by another instance: that this one stops is no try of it. */
export async function giveUntriedBack(db: Db, taken: TakenFile): Promise<void> {
  await sql`
    update prepared_files set state = 'waiting', held_until = null, tries = tries - 1
    where ${isTaken(taken)}`.execute(db);
}

function isTaken({ workspaceId, id, tries }: TakenFile) {
  return sql`(workspace_id, id) = (${workspaceId}, ${id}) and state = 'making' and tries = ${tries}`;
}
