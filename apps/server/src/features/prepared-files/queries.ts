import type { PreparedKind } from '@anupalan/contract/proof/prepared-files';
import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { KEPT_HOURS, type PreparedFileRow } from './prepared-file.ts';

/** Files that a list has at most. */
const MOST = 20;

/** Whose files are meant: one's own of a kind, or the company's. */
interface Which {
  readonly kind: PreparedKind;
  readonly ofEverybody: boolean;
}

/** The files of a kind that are being made or were within a day, newest first. */
export async function listPreparedFiles(db: Db, session: Session, which: Which): Promise<PreparedFileRow[]> {
  return await selectFiles(db, session, which).orderBy('asked_at', 'desc').orderBy('id').limit(MOST).execute();
}

/** @throws AppError not-found */
export async function getPreparedFile(db: Db, session: Session, id: string, which: Which): Promise<PreparedFileRow> {
  return await selectFiles(db, session, which).where('id', '=', id).executeTakeFirstOrThrow(fileNotFound);
}

function selectFiles(db: Db, { workspaceId, userId }: Session, { kind, ofEverybody }: Which) {
  return db
    .selectFrom('prepared_files')
    .select(['id', 'kind', 'wanted', 'name', 'asked_by', 'asked_at', 'state', 'done', 'total', 'size', 'fault'])
    .select('ended_at')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .$if(!ofEverybody, (own) => own.where('asked_by', '=', userId))
    .where((is) => is.or([is('ended_at', 'is', null), is('ended_at', '>', sql<Date>`${since()}`)]));
}

/** Since when something ended that is there still. */
export function since() {
  return sql<Date>`now() - make_interval(hours => ${KEPT_HOURS})`;
}

/** What is no file of the caller's, or isn't there any more. */
export function fileNotFound(): AppError {
  return new AppError('not-found', 'This file is not there any more');
}
