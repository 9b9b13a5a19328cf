import type { EvidenceRoom } from '@anupalan/contract/proof/evidence-room';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

const GB = 1024 ** 3;

/** Share of the room from which on people are told of it before they add a file. */
const NEAR = 0.8;

/** Bytes of all files of a free company (R-evidence-8). */
export const FREE_BYTES = 2 * GB;

/** Companies whose files are counted together (R-evidence-8): all of a payer, or a free one alone. */
export interface Room {
  /** Who pays; null where it is a free company by itself. */
  readonly payer: string | null;
  /** Bytes that files may take in it. */
  readonly most: number;
  /** The ids of its workspaces, as SQL. */
  readonly workspaces: RawBuilder<unknown>;
}

/**
 * The room that a company's files are counted in.
 * @param payerBytes bytes of all companies that one person pays for
 */
export async function findRoom(trx: Db, workspaceId: WorkspaceId, payerBytes: number): Promise<Room> {
  const payer = await findPayer(trx, workspaceId);
  if (payer === null) return { payer, most: FREE_BYTES, workspaces: sql`(select ${workspaceId}::uuid)` };
  const workspaces = sql`(
    select workspaces.id from workspaces join memberships owner
      on owner.workspace_id = workspaces.id and owner.role = 'owner'
    where coalesce(payer_id, owner.user_id) = ${payer} and workspaces.plan = 'premium'
    union all select ${workspaceId}::uuid)`;
  return { payer, most: payerBytes, workspaces };
}

/**
 * Checks that a company has room for so many bytes more (R-evidence-8): a free one by itself, another with all companies
 * of whoever pays for it. Who adds files to the same count at the same moment waits until this transaction ends; it is
 * asked last of all that somebody waits for.
 * @param payerBytes bytes of all companies that one person pays for
 * @param from the company that they are kept for now; nothing grows when the same person pays for it
 * @throws AppError conflict, with the way out
 */
export async function requireRoomForFiles(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  { bytes, payerBytes, from }: { bytes: number; payerBytes: number; from?: WorkspaceId },
): Promise<void> {
  const { payer, most, workspaces } = await findRoom(trx, workspaceId, payerBytes);
  if (from !== undefined && payer !== null && payer === (await findPayer(trx, from))) return;
  await queueForChange(trx, `evidence of ${payer ?? workspaceId}`);
  if ((await readKept(trx, workspaces)) + bytes <= most) return;
  throw new AppError('conflict', payer === null ? FREE_IS_FULL : payerIsFull(most));
}

/**
 * The room of a company's files once it is nearly used up; null before, so that nobody learns what other companies keep
 * (R-evidence-26).
 */
export async function readRoom(db: Db, workspaceId: WorkspaceId, payerBytes: number): Promise<EvidenceRoom | null> {
  const { payer, most, workspaces } = await findRoom(db, workspaceId, payerBytes);
  const used = await readKept(db, workspaces);
  return used < most * NEAR ? null : { used, most, isShared: payer !== null };
}

async function readKept(db: Db, workspaces: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ kept: string }>`
    select coalesce(sum(bytes), 0)::text as kept from evidence_tallies where workspace_id in ${workspaces}`.execute(db);
  return Number(rows[0]?.kept ?? 0);
}

/** Who pays for a company with Premium; null of a free one, and of one that lost its owner. */
async function findPayer(trx: Db, workspaceId: WorkspaceId): Promise<string | null> {
  const { rows } = await sql<{ payer: string | null }>`
    select coalesce(payer_id, (
      select user_id from memberships where workspace_id = workspaces.id and role = 'owner')) as payer
    from workspaces where id = ${workspaceId} and plan = 'premium'`.execute(trx);
  return rows[0]?.payer ?? null;
}

const FREE_IS_FULL =
  'The files of a free company may take 2 GB together. Upgrade to Premium, or remove files that are no longer needed: ' +
  'they make room after 30 days';

function payerIsFull(most: number): string {
  const limit = `${Math.round((most / GB) * 10) / 10} GB`;
  return (
    `The files of all companies that one person pays for may take ${limit} together. Remove files that are no longer ` +
    'needed: they make room after 30 days'
  );
}
