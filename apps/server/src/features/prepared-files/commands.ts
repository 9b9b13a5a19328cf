import { randomUUIDv7 } from 'node:crypto';
import type { PreparedKind } from '@anupalan/contract/proof/prepared-files';
import { sql, type Transaction } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import { violatedUniqueKey } from '../../platform/postgres/database-errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { PreparedFileRow } from './prepared-file.ts';
import { findRoomForMade, noRoom } from './room.ts';

/** The job that makes files. */
export const MAKING_QUEUE = 'make-prepared-files';

/** Exports that one person has made at the same time, at most. */
const MOST_AT_ONCE = 5;

interface NewPreparedFile {
  readonly kind: PreparedKind;
  /** What its maker reads. */
  readonly wanted: object;
  /** The name that it is saved under. */
  readonly name: string;
  /** Bytes of evidence of all companies that one person pays for, by which there is room. */
  readonly payerBytes: number;
}

/**
 * Has a file made for the caller as soon as the transaction commits (R-exports-5). The same export that is being made
 * already is not made twice.
 * @throws AppError conflict where the company has one of the kind made already, and only one may be (R-packs-2), or others
 * take all the room (R-exports-8); too-many
 */
export async function askForFile(
  trx: Transaction<DB>,
  jobs: Queue,
  { workspaceId, userId, impersonatorId }: Session,
  { kind, wanted, name, payerBytes }: NewPreparedFile,
): Promise<PreparedFileRow> {
  const asked = JSON.stringify(wanted);
  if (kind === 'export') {
    // Whoever asks twice at once is counted one after the other.
    await sql`
      select from memberships where (workspace_id, user_id) = (${workspaceId}, ${userId}) for no key update`.execute(
      trx,
    );
    const underWay = await trx
      .selectFrom('prepared_files')
      .selectAll()
      .select(sql<boolean>`wanted = ${asked}::jsonb`.as('is_same'))
      .where('workspace_id', '=', workspaceId)
      .where('asked_by', '=', userId)
      .where('state', 'in', ['waiting', 'making'])
      .where('kind', '=', kind)
      .execute();
    const same = underWay.find((row) => row.is_same);
    if (same) return same;
    if (underWay.length >= MOST_AT_ONCE) throw tooMany();
  }
  const room = await findRoomForMade(trx, { workspaceId, kind, askedBy: userId }, { payerBytes });
  if (room.left <= 0) throw noRoom(room);
  try {
    const row = await trx
      .insertInto('prepared_files')
      .values({
        workspace_id: workspaceId,
        id: randomUUIDv7(),
        kind,
        wanted: asked,
        name,
        asked_by: userId,
        impersonator_id: impersonatorId,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await jobs.enqueue(trx, MAKING_QUEUE, {});
    return row;
  } catch (error) {
    if (violatedUniqueKey(error) === 'prepared_files_one_at_a_time') throw oneAtATime();
    throw error;
  }
}

function oneAtATime(): AppError {
  return new AppError('conflict', 'One is being made already. Please wait until it is ready.');
}

function tooMany(): AppError {
  const message = `${MOST_AT_ONCE} exports are being made for you already. Please wait until one is ready.`;
  return new AppError('too-many', message, { retryAfter: 60 });
}
