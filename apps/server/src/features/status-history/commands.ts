import { randomUUIDv7 } from 'node:crypto';
import type { AuditVerb } from '@anupalan/contract/audit-log';
import type { StatusEntry } from '@anupalan/contract/status-history';
import { assign, mayWait, requiresEvidence } from '@anupalan/domain/assignments';
import { can } from '@anupalan/domain/permissions';
import { sayLine } from '@anupalan/domain/registrations/lines';
import { NOTE } from '@anupalan/domain/statuses';
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Database, Db } from '../../platform/postgres/database.ts';
import { violatedCheck, violatedForeignKey } from '../../platform/postgres/database-errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import { recordActivity } from '../activity/commands.ts';
import { attachFiles } from '../evidence/commands-attach.ts';
import type { Days } from '../tracker/choose-days.ts';
import { type Acting, authorOf, explainDeletedItem } from '../tracker/commands.ts';
import { noNumber, requireNumber } from '../tracker/queries-numbers.ts';
import { beginEntry, dayIsFull, peopleBehind, waitForCheck } from './checks/commands-wait.ts';
import { putLine } from './commands-lines.ts';
import { MOST_DAYS, type NewRecord, RECORDS_A_DAY } from './new-record.ts';
import { readStatusHistory } from './queries.ts';
import { ADD } from './statements-add.ts';

/** The caps of entries, by the check that migration 0018 names when one more would be too many (R-statuses-15). */
const CAPS: Readonly<Record<string, string>> = {
  status_entries_an_item: `An item can have statuses for at most ${MOST_DAYS.anItem.toLocaleString('en-IN')} days`,
  status_entries_a_workspace: `A company can have statuses for at most ${MOST_DAYS.aWorkspace.toLocaleString('en-IN')} days of its items`,
};

/**
 * Records a status or a note for one day of an item: the day's entry and one more record of its history, both or
 * neither (R-statuses-2). A note leaves the entry's status as it is; an entry that it begins is pending
 * (R-statuses-13). Updates at the same moment are all recorded, one after the other under the entry's row lock; their
 * records' times grow in that order even when the clock goes back, so the newest record is what the entry stands for
 * (R-statuses-4). What has to be checked waits instead, and is the entry's `waiting` (R-checks-6).
 * @returns the item's entries of the days and of the record's own day, as {@link readStatusHistory}
 * @throws AppError not-found when the item was deleted meanwhile; conflict when the day has as many records, or the item
 * or the company as many days, as it may, or nobody may check the record; invalid without a reason for missing evidence.
 */
export async function addRecord(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  acting: Acting,
  record: NewRecord,
  days: Days,
): Promise<StatusEntry[]> {
  const { itemId, day } = record;
  if (record.registrationId || record.evidence || mayWait(record.status, record.lines, peopleBehind(acting))) {
    await db.transaction().execute((trx) => recordIn(trx, acting, record));
  } else {
    requireEvidence({ ...record, isProven: false });
    await addToDay(db, acting, record, async (values) => (await pool.query({ ...ADD, values })).rowCount);
  }
  const { entries } = await readStatusHistory(pool, acting.view, { itemId, day, days });
  return entries;
}

/**
 * The same within a transaction, for those who record several things at once; every way of recording passes here or
 * {@link addRecord} (R-checks-6).
 */
export async function recordIn(
  trx: Transaction<DB>,
  acting: Acting,
  record: NewRecord,
): Promise<'recorded' | 'waiting'> {
  requireEvidence({ ...record, isProven: record.evidence !== undefined });
  const { registrationId, itemId, day } = record;
  const of = { registrationId, itemId, day };
  const numbers = registrationId ? await requireNumber(trx, acting.view.workspaceId, { ...of, registrationId }) : [];
  const known = { recordId: randomUUIDv7(), ...record };
  const waits = await waitForCheck(trx, acting, known, numbers).catch(explainRefusal);
  if (!waits) await addIn(trx, acting, known, numbers);
  await attachTo(trx, acting, known);
  return waits ? 'waiting' : 'recorded';
}

/** Attaches the files that a record is made with; its day's entry is locked by now. */
async function attachTo(
  trx: Transaction<DB>,
  { view: { workspaceId }, by }: Acting,
  { itemId, day, recordId, evidence }: NewRecord & { readonly recordId: string },
): Promise<void> {
  if (evidence) await attachFiles(trx, by, { workspaceId, kind: 'record', id: recordId, itemId, day }, evidence);
}

/**
 * Adds a record of which it is settled that nobody checks it, and that it needs no more evidence.
 * @param numbers the ids of the day's registration numbers, where it is about one of them
 */
async function addIn(
  trx: Transaction<DB>,
  acting: Acting,
  record: NewRecord,
  numbers: readonly string[],
): Promise<void> {
  const { registrationId } = record;
  if (registrationId) return recordLine(trx, acting, { ...record, registrationId }, numbers).catch(explainRefusal);
  await addToDay(trx, acting, record, async (values) => {
    const { numAffectedRows } = await trx.executeQuery(CompiledQuery.raw(ADD.text, values));
    return Number(numAffectedRows);
  });
}

/**
 * Runs {@link ADD}, again where somebody else changed the day's entry meanwhile.
 * @param add takes the statement's values and resolves to the number of records that it added
 */
async function addToDay(
  db: Db,
  acting: Acting,
  record: NewRecord,
  add: (values: unknown[]) => Promise<number | null>,
): Promise<void> {
  const { itemId, day } = record;
  const values = valuesOf(acting, record);
  while (!(await add(values).catch(explainRefusal))) {
    const { rows } = await sql<{ recorded: number }>`
      select count(*) as recorded from status_records
      where (workspace_id, compliance_item_id, day) = (${acting.view.workspaceId}, ${itemId}, ${day})`.execute(db);
    if ((rows[0]?.recorded ?? 0) >= RECORDS_A_DAY) throw dayIsFull();
  }
}

/**
 * Records what is known of one registration number (R-registrations-16).
 * @param numbers the ids of the day's numbers
 */
async function recordLine(
  trx: Transaction<DB>,
  acting: Acting,
  record: NewRecord & { readonly registrationId: string },
  numbers: readonly string[],
): Promise<void> {
  const { registrationId, status, note, noEvidenceReason, itemId, day, lines, recordId = randomUUIDv7() } = record;
  const { workspaceId } = acting.view;
  const { responsible, deputy, checker } = assign(lines);
  const at = await beginEntry(trx, acting, record);
  await sql`
    insert into status_records
      (workspace_id, compliance_item_id, day, id, registration_id, status, note, updated_by, impersonator_id,
       responsible_id, deputy_id, checker_id, no_evidence_reason, created_at, updated_at)
    values (${workspaceId}, ${itemId}, ${day}, ${recordId}, ${registrationId}, ${status}, ${note}, ${acting.by.userId},
      ${acting.by.impersonatorId}, ${responsible}, ${deputy}, ${checker}, ${noEvidenceReason || null},
      ${at}, ${at})`.execute(trx);
  if (status === NOTE) return;
  await putLine(trx, { workspaceId, itemId, day }, registrationId, {
    numbers,
    say: (before) => sayLine(before, { status, at }),
  });
}

/** The parameters of {@link ADD}. */
function valuesOf({ view, by }: Acting, record: NewRecord): unknown[] {
  const { itemId, day, status, note, noEvidenceReason, lines, recordId = randomUUIDv7() } = record;
  const { responsible, deputy, checker } = assign(lines);
  const entry = [view.workspaceId, itemId, day, randomUUIDv7(), view.userId];
  const author = [by.userId, by.impersonatorId];
  return [...entry, recordId, status, note, ...author, responsible, deputy, checker, noEvidenceReason || null];
}

/** Checks that a done has evidence, or a reason why there is none, where that is required (R-checks-20). */
export function requireEvidence({
  status,
  noEvidenceReason,
  lines,
  isProven,
}: Pick<NewRecord, 'status' | 'noEvidenceReason' | 'lines'> & { readonly isProven: boolean }): void {
  if (status !== 'done' || noEvidenceReason || isProven || !requiresEvidence(lines)) return;
  const fault = 'Please say why there is no evidence';
  throw new AppError('invalid', fault, { faults: { noEvidenceReason: fault } });
}

/** Turns the database's refusal of a record into words. */
export function explainRefusal(error: unknown): never {
  const cap = CAPS[violatedCheck(error) ?? ''];
  if (cap) throw new AppError('conflict', cap, { cause: error });
  if (violatedForeignKey(error)?.endsWith('_registration')) throw noNumber(error);
  return explainDeletedItem(error);
}

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
    await recordNoteChange(trx, acting, 'change-note', { ...note, day: entry.day });
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
          = (entry.workspace_id, entry.compliance_item_id, entry.day))
        and checking is null`.execute(trx);
    await recordNoteChange(trx, acting, 'delete-note', { ...note, day: entry.day });
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
    where record.id = ${noteId} and compliance_item_id = ${itemId} and record.status = ${NOTE} and counterpart is null
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

async function recordNoteChange(
  trx: Transaction<DB>,
  acting: Acting,
  verb: AuditVerb<'status-history'>,
  { noteId: id, itemId, day }: NoteOfItem & { day: string },
): Promise<void> {
  await recordAudit(trx, acting.by, { noun: 'status-history', verb, id, details: { complianceId: itemId } });
  const about = { itemId, day: readDay(day), recordId: id };
  await recordActivity(trx, authorOf(acting), { what: `status-history.${verb}`, about });
}
