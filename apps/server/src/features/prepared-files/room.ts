import type { PreparedKind } from '@anupalan/contract/proof/prepared-files';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { findRoom, type Room } from '../evidence/commands-quota.ts';
import { since } from './queries.ts';

const GB = 1024 ** 3;

/** Bytes that made files may take beyond what evidence may: so all of it fits into a pack, with its registers. */
const BESIDE_EVIDENCE = GB;

/** A file that is made, and for whom. */
export interface Made {
  readonly workspaceId: WorkspaceId;
  readonly kind: PreparedKind;
  readonly askedBy: string;
}

/** The room that made files are counted in, and how many bytes of it are left. */
export interface RoomForMade extends Room {
  /** For a file together with those in whose place it comes: ready ones of its kind. */
  readonly left: number;
}

/**
 * The room for a file: as many bytes as those of evidence, and a GB (R-exports-8).
 * @param isHeld whether whoever finishes one in the same room waits until this transaction ends
 */
export async function findRoomForMade(
  trx: Transaction<DB>,
  { workspaceId, kind, askedBy }: Made,
  { payerBytes, isHeld = false }: { payerBytes: number; isHeld?: boolean },
): Promise<RoomForMade> {
  const room = await findRoom(trx, workspaceId, payerBytes);
  if (isHeld) await queueForChange(trx, `made files of ${room.payer ?? workspaceId}`);
  const { rows } = await sql<{ taken: string }>`
    select coalesce(sum(size), 0)::text as taken from prepared_files
    where workspace_id in ${room.workspaces} and state = 'ready' and ended_at > ${since()}
      and not (workspace_id = ${workspaceId} and kind = ${kind} and (kind <> 'export' or asked_by = ${askedBy}))`.execute(
    trx,
  );
  const most = room.most + BESIDE_EVIDENCE;
  return { ...room, most, left: most - Number(rows[0]?.taken ?? 0) };
}

/** What somebody hears for whose file there is no room, and the way out (R-exports-8). */
export function noRoom({ payer, most }: Pick<Room, 'payer' | 'most'>): AppError {
  const limit = `${Math.round((most / GB) * 10) / 10} GB`;
  return new AppError(
    'conflict',
    payer === null
      ? `Files made for a free company may take ${limit} together. Please choose fewer days or acts, or upgrade to Premium`
      : `Files made for all companies that one person pays for may take ${limit} together. Please choose fewer days or ` +
          'acts, or wait: each is gone after 24 hours',
  );
}
