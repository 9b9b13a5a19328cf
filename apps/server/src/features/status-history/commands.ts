import { randomUUIDv7 } from 'node:crypto';
import type { AuditVerb } from '@anupalan/contract/audit-log';
import { can } from '@anupalan/domain/permissions';
import { NOTE, type RecordStatus } from '@anupalan/domain/statuses';
import { type Kysely, sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { violatedCheck } from '../../platform/postgres/database-errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { type Acting, explainDeletedItem } from '../tracker/commands.ts';

/** Records of one day at most, because every answer carries the whole history of its entries (R-statuses-10). */
const RECORDS_A_DAY = 200;

/** The caps of entries, by the check that migration 0018 names when one more would be too many (R-statuses-15). */
const CAPS: Readonly<Record<string, string>> = {
  status_entries_an_item: 'An item can have statuses for at most 10,000 days',
  status_entries_a_workspace: 'A company can have statuses for at most 2,00,000 days of its items',
};

/**
 * Records a status or a note for one day of an item: the day's entry and one more record of its history, both or
 * neither (R-statuses-2). A note leaves the entry's status as it is; an entry that it begins is pending
 * (R-statuses-13). Updates at the same moment are all recorded, one after the other under the entry's row lock; their
 * records' times grow in that order even when the clock goes back, so the newest record is what the entry stands for
 * (R-statuses-4).
 * @throws AppError not-found when the item was deleted meanwhile; conflict when the day has as many records, or the item
 * or the company as many days, as it may.
 */
export async function addRecord(
  { pool }: Pick<Database, 'pool'>,
  { view, by }: Acting,
  { itemId, day, status, note }: { itemId: string; day: string; status: RecordStatus; note: string },
): Promise<void> {
  const entry = [view.workspaceId, itemId, day, randomUUIDv7(), view.userId];
  const record = [randomUUIDv7(), status, note, by.userId, by.impersonatorId];
  const { rowCount } = await pool.query({ ...ADD_RECORD, values: [...entry, ...record] }).catch(explainRefusal);
  if (rowCount === 0) throw new AppError('conflict', `This day already has ${RECORDS_A_DAY} records`);
}

function explainRefusal(error: unknown): never {
  const cap = CAPS[violatedCheck(error) ?? ''];
  if (cap) throw new AppError('conflict', cap, { cause: error });
  return explainDeletedItem(error);
}

/**
 * The statement of an update, prepared because it is the commonest write. Parameters: $1 the workspace, $2 the item, $3
 * the day; of the entry, if it is new, $4 its id, $5 whose it is; of the record $6 its id, $7 its status, $8 its note,
 * $9 who writes it, $10 the administrator who is really acting.
 */
const ADD_RECORD = {
  name: 'add-record',
  text: `
    with entry as (
      insert into status_entries
        (workspace_id, compliance_item_id, day, id, user_id, current_status, created_at, updated_at)
      values ($1, $2, $3, $4, $5, case when $7 = '${NOTE}' then 'pending' else $7 end,
        clock_timestamp(), clock_timestamp())
      on conflict (workspace_id, compliance_item_id, day) do update set
        current_status = case when $7 = '${NOTE}' then status_entries.current_status else $7 end,
        updated_at = greatest(clock_timestamp(), status_entries.updated_at + interval '1 microsecond')
      where (
        select count(*) from status_records
        where (workspace_id, compliance_item_id, day) = ($1, $2, $3)) < ${RECORDS_A_DAY}
      returning *
    )
    insert into status_records
      (workspace_id, compliance_item_id, day, id, status, note, updated_by, impersonator_id, created_at, updated_at)
    select workspace_id, compliance_item_id, day, $6, $7, $8, $9, $10, updated_at, updated_at
    from entry`,
};

/**
 * Changes the text of a note (R-statuses-14).
 * @returns the day that it is about
 * @throws AppError not-found when there is no such note among those the view shows.
 */
export function changeNote(db: Kysely<DB>, acting: Acting, note: NoteOfItem & { text: string }): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const entry = await lockEntry(trx, acting.view, note);
    await trx
      .updateTable('status_records')
      .set({
        note: note.text,
        updated_by: acting.by.userId,
        impersonator_id: acting.by.impersonatorId,
        updated_at: sql`clock_timestamp()`,
      })
      .where('id', '=', note.noteId)
      .execute();
    await touchEntry(trx, entry.id);
    await recordNoteAudit(trx, acting, 'change-note', note);
    return entry.day;
  });
}

/**
 * Deletes a note, and the entry with it when nothing else was recorded for the day (R-statuses-14).
 * @returns the day that it was about
 * @throws AppError not-found when there is no such note among those the view shows.
 */
export function deleteNote(db: Kysely<DB>, acting: Acting, note: NoteOfItem): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const entry = await lockEntry(trx, acting.view, note);
    await trx.deleteFrom('status_records').where('id', '=', note.noteId).execute();
    await touchEntry(trx, entry.id);
    await sql`
      delete from status_entries entry
      where id = ${entry.id} and not exists (
        select from status_records record
        where (record.workspace_id, record.compliance_item_id, record.day)
          = (entry.workspace_id, entry.compliance_item_id, entry.day))`.execute(trx);
    await recordNoteAudit(trx, acting, 'delete-note', note);
    return entry.day;
  });
}

interface NoteOfItem {
  readonly itemId: string;
  readonly noteId: string;
}

/**
 * Locks the entry that a note belongs to, so that nobody else adds to it or takes from it until the transaction is
 * over.
 */
async function lockEntry(trx: Transaction<DB>, view: Session, { itemId, noteId }: NoteOfItem) {
  const showsEveryone = can(actorOf(view), 'status-history.read-everyone');
  const lock = await sql<{ id: string; day: string }>`
    select entry.id, day
    from status_records record join status_entries entry using (workspace_id, compliance_item_id, day)
    where record.id = ${noteId} and compliance_item_id = ${itemId} and record.status = ${NOTE}
      and (workspace_id = ${view.workspaceId} or ${showsEveryone})
    for update of entry`.execute(trx);
  // The note is looked for again: while this waited for the lock, it may have been deleted.
  const remains = await trx.selectFrom('status_records').select('id').where('id', '=', noteId).executeTakeFirst();
  const entry = lock.rows[0];
  if (!entry || !remains) throw new AppError('not-found', 'Note not found');
  return entry;
}

async function touchEntry(trx: Transaction<DB>, id: string): Promise<void> {
  await sql`
    update status_entries set updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
    where id = ${id}`.execute(trx);
}

function recordNoteAudit(
  trx: Transaction<DB>,
  { by }: Acting,
  verb: AuditVerb<'status-history'>,
  note: NoteOfItem,
): Promise<void> {
  const { noteId: id, itemId: complianceId } = note;
  return recordAudit(trx, by, { noun: 'status-history', verb, id, details: { complianceId } });
}
