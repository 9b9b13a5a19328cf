import type { PreparedKind } from '@anupalan/contract/proof/prepared-files';
import { type Kysely, sql } from 'kysely';
import { impersonationHolds } from '../../identity/members/impersonations.ts';
import { IS_CURRENT } from '../../identity/members/membership.ts';
import { digestToken, newToken } from '../../identity/secrets.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { BEGIN_SECONDS, type PreparedFileRow } from './prepared-file.ts';
import { fileNotFound, since } from './queries.ts';

/**
 * Makes an address of a file for the caller (R-exports-6). @returns its token, which is stored only as its digest.
 * @throws AppError conflict while the file is being made, or where it failed
 */
export async function makeAddress(
  db: Db,
  { workspaceId, userId, impersonatorId }: Session,
  { id, state }: Pick<PreparedFileRow, 'id' | 'state'>,
): Promise<string> {
  if (state !== 'ready') throw new AppError('conflict', 'This file is not ready yet');
  const token = newToken();
  await db
    .insertInto('file_addresses')
    .values({
      ...{ token_hash: digestToken(token), workspace_id: workspaceId, prepared_file_id: id },
      ...{ user_id: userId, impersonator_id: impersonatorId },
    })
    .execute();
  return token;
}

/** How often, and for how many minutes, a download that broke off is gone on with (R-exports-6). */
const RESUMES = { most: 20, minutes: 60 };

/** A file that an address gives out. */
export interface AddressedFile {
  readonly fileId: string;
  readonly name: string;
  readonly size: number;
  readonly mediaType: string;
  readonly tokenHash: Buffer;
}

/**
 * Begins, or goes on with, fetching the file of an address: it begins once, within a minute, and a part from further on
 * is given some times within an hour, as long as it wasn't given whole (R-exports-6). Who made the address must still be
 * in the company, and an administrator still in their name.
 * @throws AppError not-found, whatever is the reason
 */
export async function beginFetching(
  db: Kysely<DB>,
  token: string,
  { kind, isRest }: { kind: PreparedKind; isRest: boolean },
): Promise<AddressedFile> {
  const tokenHash = digestToken(token);
  const condition = isRest
    ? sql`finished_at is null and resumes < ${RESUMES.most}
        and begun_at > now() - make_interval(mins => ${RESUMES.minutes})`
    : sql`begun_at is null and address.made_at > now() - make_interval(secs => ${BEGIN_SECONDS})`;
  const { rows } = await sql<{ file_id: string; name: string; size: number; media_type: string }>`
    update file_addresses address
    set begun_at = coalesce(begun_at, now()), resumes = resumes + ${isRest ? 1 : 0}
    from prepared_files prepared, files file, memberships m, users u
    where token_hash = ${tokenHash} and ${condition}
      and (prepared.workspace_id, prepared.id) = (address.workspace_id, prepared_file_id)
      and prepared.kind = ${kind} and prepared.state = 'ready' and prepared.ended_at > ${since()} and file.id = prepared.file_id
      and (m.workspace_id, m.user_id) = (address.workspace_id, address.user_id) and ${sql.raw(IS_CURRENT)}
      and u.id = address.user_id and u.status = 'active'
      and ${impersonationHolds({ user: sql`address.user_id`, impersonator: sql`address.impersonator_id` })}
      and ${impersonationHolds({ user: sql`prepared.asked_by`, impersonator: sql`prepared.impersonator_id` })}
    returning prepared.file_id, prepared.name, prepared.size, file.media_type`.execute(db);
  const [row] = rows;
  if (!row) throw fileNotFound();
  return { fileId: row.file_id, name: row.name, size: Number(row.size), mediaType: row.media_type, tokenHash };
}

/** Lets an address begin, or go on, once more: nothing of its file was given. */
export async function forgetBeginning(
  db: Kysely<DB>,
  { tokenHash }: Pick<AddressedFile, 'tokenHash'>,
  { isRest }: { isRest: boolean },
): Promise<void> {
  await db
    .updateTable('file_addresses')
    .set(isRest ? { resumes: sql<number>`resumes - 1` } : { begun_at: null })
    .where('token_hash', '=', tokenHash)
    .execute();
}

/** Notes that a file was given whole: no part of it is given by this address any more. */
export async function finishFetching(db: Kysely<DB>, { tokenHash }: Pick<AddressedFile, 'tokenHash'>): Promise<void> {
  await db.updateTable('file_addresses').set({ finished_at: sql`now()` }).where('token_hash', '=', tokenHash).execute();
}
