import { randomUUIDv7 } from 'node:crypto';
import { NOTE, type Status } from '@anupalan/domain/statuses';
import { sql, type Transaction } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { replayWithout, settledFrom } from './commands-lines.ts';

/** A status as it stands in the history of its day. */
export interface StateOfRecord {
  readonly status: Status;
  readonly author: string | null;
  readonly isTakenBack: boolean;
  readonly isRecent: boolean;
  readonly isChecked: boolean;
  /** The registration number that it is about; null for all. */
  readonly registrationId: string | null;
  /** Whether it, or another that counts, is about one number, or something waits that is. */
  readonly hasLines: boolean;
  /** Whether another status was recorded since, that counts, about the same number or about all. */
  readonly isOutdated: boolean;
  readonly recordsOfDay: number;
  /** The status that the day stands for without the record. */
  readonly before: Status;
  /** Since when it has been settled without the record, as text; the database drops it where it isn't. */
  readonly settledSince: string | null;
}

/** The statuses that settle a day, as the trigger of `status_entries` has them. */
const SETTLED = sql`('done', 'not-to-do', 'not-applicable')`;

/**
 * The state of a record, read after its entry was locked: what others did until then is in it.
 * @throws AppError not-found
 */
export async function readState(trx: Transaction<DB>, recordId: string): Promise<StateOfRecord> {
  const ofDay = sql`status_records other where (other.workspace_id, other.compliance_item_id, other.day)
    = (record.workspace_id, record.compliance_item_id, record.day)`;
  const counting = sql`${ofDay} and other.id <> record.id and other.status <> ${NOTE} and other.counterpart is null`;
  const isAboutSame = sql`coalesce(other.registration_id = record.registration_id, true)`;
  const { rows } = await sql<StateOfRecord>`
    select status, updated_by as author, counterpart is not null as "isTakenBack", registration_id as "registrationId",
      registration_id is not null
        or exists (select from ${counting} and other.registration_id is not null)
        or exists (
          select from status_entries entry where (entry.workspace_id, entry.compliance_item_id, entry.day)
            = (record.workspace_id, record.compliance_item_id, record.day) and lines is not null) as "hasLines",
      created_at > clock_timestamp() - interval '1 hour' as "isRecent",
      checked_by is not null as "isChecked",
      exists (select from ${counting} and other.created_at > record.created_at and ${isAboutSame})
        or exists (
          select from checks other where (other.workspace_id, other.compliance_item_id, other.day)
            = (record.workspace_id, record.compliance_item_id, record.day) and outcome is null and ${isAboutSame}
        ) as "isOutdated",
      (select count(*) from ${ofDay}) as "recordsOfDay",
      coalesce((select other.status from ${counting} order by other.created_at desc limit 1), 'pending') as before,
      (select min(${settledFrom('other')})::text from ${counting} and other.status in ${SETTLED}
        and other.created_at > coalesce(
          (select max(other.created_at) from ${counting} and other.status not in ${SETTLED}), '-infinity')
      ) as "settledSince"
    from status_records record where id = ${recordId}`.execute(trx);
  const [state] = rows;
  if (!state) throw new AppError('not-found', 'Record not found');
  return state;
}

/**
 * Puts a record of the history aside by a second one, a note: both stay and count for nothing, and the day stands for
 * what counted before (R-statuses-18). The caller holds the day's entry.
 * @returns the moment of it, as text
 */
export async function putAside(
  trx: Transaction<DB>,
  by: Pick<Session, 'userId' | 'impersonatorId'>,
  { recordId, ...record }: Omit<StateOfRecord, 'author'> & { recordId: string },
): Promise<string> {
  const { current, at, lines } = record.hasLines
    ? await replayWithout(trx, recordId)
    : { current: record.before, at: record.settledSince, lines: null };
  const json = lines && JSON.stringify(lines);
  const noteId = randomUUIDv7();
  const { rows } = await sql<{ at: string }>`
    with marked as (update status_records set counterpart = ${noteId} where id = ${recordId} returning *),
    entry as (
      update status_entries entry
      set current_status = ${current}, lines = ${json}::jsonb,
        settled_at = coalesce(
          (select max((value ->> 'at')::timestamptz) from jsonb_each(${json}::jsonb)),
          ${at}::timestamptz, entry.settled_at),
        updated_at = greatest(clock_timestamp(), entry.updated_at + interval '1 microsecond')
      from marked
      where (entry.workspace_id, entry.compliance_item_id, entry.day)
        = (marked.workspace_id, marked.compliance_item_id, marked.day)
      returning entry.*)
    insert into status_records
      (workspace_id, compliance_item_id, day, id, registration_id, status, updated_by, impersonator_id,
       created_at, updated_at, counterpart)
    select workspace_id, compliance_item_id, day, ${noteId}, ${record.registrationId}, ${NOTE}, ${by.userId},
      ${by.impersonatorId}, updated_at, updated_at, ${recordId}
    from entry returning created_at::text as at`.execute(trx);
  const [note] = rows;
  if (!note) throw new Error('A record of the history has an entry');
  return note.at;
}
