import { MOST_EVIDENCE } from '@anupalan/contract/proof/evidence-files';
import { type Selectable, sql, type Transaction } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { moveFiles } from '../../platform/files/store/commands.ts';
import type { DB, Evidence } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { requireRoomForFiles } from './commands-quota.ts';
import { isOfRecord, STANDS } from './queries.ts';

/** What a file belongs to (R-evidence-1). */
export interface Subject {
  readonly workspaceId: WorkspaceId;
  readonly kind: 'record' | 'duty' | 'payment-date' | 'submission-date' | 'registration';
  readonly id: string;
  /** Of duties and registrations there is neither. */
  readonly itemId: string | null;
  readonly day: string | null;
}

interface Attached {
  readonly ids: readonly string[];
  /** The file that the only one is a revision of. */
  readonly replaces?: string | null;
  /** As {@link requireRoomForFiles}. */
  readonly payerBytes: number;
}

/**
 * Attaches files that somebody staged, in whichever of their companies, to a subject that the caller has locked; a record
 * may also name files that stand at the same occurrence already (R-evidence-5). The same bytes at the same subject are
 * one file: what was staged of them goes (R-evidence-11), and going back to an earlier version is removing the later one.
 * @returns the ids of the files as they stand at the subject, in the order in which they were named
 * @throws AppError invalid when one isn't there any more; conflict when the subject has as many as it may, or the file
 * that is to be replaced was replaced meanwhile, or without room in the company that they move to
 */
export async function attachFiles(
  trx: Transaction<DB>,
  by: Pick<Session, 'userId' | 'token'>,
  subject: Subject,
  { ids, replaces = null, payerBytes }: Attached,
): Promise<string[]> {
  const { workspaceId, kind, id: subjectId, itemId, day } = subject;
  const files = await lockNamed(trx, by, subject, ids);
  const attached: string[] = [];
  for (const id of ids) {
    const file = files.get(id);
    if (!file) throw gone();
    if (file.subject_id !== null) {
      if (file.subject_id !== subjectId) await inherit(trx, workspaceId, { recordId: subjectId, evidenceId: id });
      attached.push(id);
      continue;
    }
    const same = await findSame(trx, subject, file.sha256);
    if (same) {
      if (same.is_replaced) throw new AppError('conflict', IS_EARLIER);
      if (replaces !== null && ![same.id, same.replaces].includes(replaces)) throw new AppError('conflict', IS_HERE);
      await trx.deleteFrom('evidence').where('id', '=', id).where('subject_id', 'is', null).execute();
      attached.push(same.id);
      continue;
    }
    if (file.workspace_id !== workspaceId) {
      await requireRoomForFiles(trx, workspaceId, { bytes: file.size, payerBytes, from: file.workspace_id });
      if (file.file_id !== null) await moveFiles(trx, [file.file_id], workspaceId);
    }
    await sql`
      update evidence set workspace_id = ${workspaceId}, subject_kind = ${kind}, subject_id = ${subjectId},
        item_id = ${itemId}, day = ${day}, replaces = ${replaces}, attached_at = clock_timestamp()
      where id = ${id} and subject_id is null`.execute(trx);
    if (replaces !== null) await replaceFile(trx, workspaceId, { replaces, by: id });
    attached.push(id);
  }
  await requireFewFiles(trx, subject);
  return attached;
}

/**
 * The named files that may be attached, by their ids, locked until the transaction ends; an API token reaches one company
 * (R-tokens-1), and takes nothing from another.
 */
async function lockNamed(
  trx: Transaction<DB>,
  { userId, token }: Pick<Session, 'userId' | 'token'>,
  { workspaceId, kind, itemId, day }: Subject,
  ids: readonly string[],
): Promise<Map<string, Selectable<Evidence>>> {
  const isOfSameDay =
    kind === 'record'
      ? sql`file.workspace_id = ${workspaceId} and file.subject_kind = 'record' and file.item_id = ${itemId}
          and file.day = ${day} and ${STANDS}`
      : sql`false`;
  const { rows } = await sql<Selectable<Evidence>>`
    select file.* from evidence file
    where file.id = any(${ids}::uuid[]) and (${isOfSameDay} or file.subject_id is null and file.by = ${userId}
      and (${token === null} or file.workspace_id = ${workspaceId}))
    order by file.id for update`.execute(trx);
  return new Map(rows.map((row) => [row.id, row]));
}

const IS_EARLIER = 'This is an earlier version of a file that is here. To go back to it, remove the later one';
const IS_HERE = 'This file is here already';

interface SameFile {
  id: string;
  replaces: string | null;
  is_replaced: boolean;
}

/** The file at a subject that has the very same bytes, rather one that no revision replaced. */
async function findSame(
  trx: Transaction<DB>,
  { workspaceId, id }: Subject,
  sha256: Buffer,
): Promise<SameFile | undefined> {
  const { rows } = await sql<SameFile>`
    select file.id, file.replaces, file.replaced_by is not null as is_replaced
    from evidence file
    where file.workspace_id = ${workspaceId} and ${isOfRecord(id)} and file.removed_at is null
      and file.sha256 = ${sha256}
    order by is_replaced limit 1`.execute(trx);
  return rows[0];
}

/** Lets a record stand on a file of another one of its occurrence. */
export async function inherit(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  { recordId, evidenceId }: { recordId: string; evidenceId: string },
): Promise<void> {
  await sql`
    insert into inherited_evidence (workspace_id, record_id, evidence_id)
    values (${workspaceId}, ${recordId}, ${evidenceId}) on conflict do nothing`.execute(trx);
}

/** @throws AppError conflict (R-evidence-4) */
async function requireFewFiles(trx: Transaction<DB>, { workspaceId, id }: Subject): Promise<void> {
  const { rows } = await sql<{ standing: number }>`
    select count(*) as standing from evidence file
    where file.workspace_id = ${workspaceId} and ${isOfRecord(id)} and ${STANDS}`.execute(trx);
  if ((rows[0]?.standing ?? 0) <= MOST_EVIDENCE) return;
  throw new AppError('conflict', `There can be at most ${MOST_EVIDENCE} files here. Remove one, or replace it`);
}

function gone(): AppError {
  const fault = 'A file is not there any more. Please add it again';
  return new AppError('invalid', fault, { faults: { evidence: fault } });
}

/** Puts a revision in the place of a file that stands. @throws AppError conflict when another one is there */
async function replaceFile(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  { replaces, by }: { replaces: string; by: string },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update evidence set replaced_by = ${by}
    where workspace_id = ${workspaceId} and id = ${replaces} and replaced_by is null`.execute(trx);
  if (!numAffectedRows) throw new AppError('conflict', 'Somebody replaced this file meanwhile. Please look again');
}
