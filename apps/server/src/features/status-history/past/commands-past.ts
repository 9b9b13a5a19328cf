import { randomUUIDv7 } from 'node:crypto';
import { assign } from '@anupalan/domain/assignments';
import { NOTE } from '@anupalan/domain/statuses';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { Acting } from '../../tracker/commands.ts';
import { addWaitingBatch, joinBatch } from '../checks/commands-batch.ts';
import { explainRefusal, recordIn, requireEvidence } from '../commands.ts';
import { noteFiling } from '../commands-filing.ts';
import type { PastRecord } from '../new-record.ts';
import { addNumbered, type NumberedRecord } from './commands-numbered.ts';

/** Records that one statement writes. */
const A_STATEMENT = 1_000;

/**
 * Records many past days, by the rules of a single one (R-statuses-2, R-checks-6); the caller has looked whether each may
 * be recorded and waits, and queues for the workspace's days. Days whose records are all of one kind go by few
 * statements for all of them (R-imports-22); the others one by one, in their order. What waits belongs to one batch.
 * @returns how many wait
 * @throws AppError as {@link recordIn}
 */
export async function recordPast(
  trx: Transaction<DB>,
  acting: Acting,
  records: readonly PastRecord[],
  batchId: string,
): Promise<number> {
  for (const record of records) requireEvidence({ ...record, isProven: false });
  // One item after the other, because the days of an item are counted for each statement that adds some.
  const byDay = [...Map.groupBy(records, ({ itemId, day }) => `${itemId} ${day}`)];
  const days = byDay.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, ofDay]) => ofDay);
  const plain = days.filter(isPlain);
  const waiting = days.filter(isOneThatWaits);
  const numbered = days.filter(isNumbered);
  const others = days.filter((day) => !isPlain(day) && !isOneThatWaits(day) && !isNumbered(day));
  for (const part of inParts(plain)) await addPlain(trx, acting, part).catch(explainRefusal);
  for (const part of inParts(waiting)) await addWaitingBatch(trx, acting, part.flat(), batchId).catch(explainRefusal);
  for (const part of inParts(numbered)) await addNumbered(trx, acting, part, batchId).catch(explainRefusal);
  for (const record of others.flat()) {
    await recordIn(trx, acting, record);
    if (record.filing) await noteFiling(trx, { ...acting.view, recordId: record.recordId }, record.filing);
  }
  const late = others.flat().map(({ recordId }) => recordId);
  const ofNumbers = numbered.flat().filter(({ waits }) => waits !== null);
  return waiting.length + ofNumbers.length + (await joinBatch(trx, acting.view.workspaceId, late, batchId));
}

/** Whether a day's records all join its history, about all registration numbers, and say more than notes. */
function isPlain(day: readonly PastRecord[]): boolean {
  return (
    day.every(({ waits, registrationId }) => waits === null && registrationId === undefined) &&
    day.some(({ status }) => status !== NOTE)
  );
}

function isOneThatWaits(day: readonly PastRecord[]): boolean {
  return day.length === 1 && day.every(({ waits, registrationId }) => waits !== null && registrationId === undefined);
}

/** Whether a day's records are each about a number: all that count, or a single one that waits. */
function isNumbered(day: readonly PastRecord[]): day is NumberedRecord[] {
  if (!day.every(({ registrationId }) => registrationId !== undefined)) return false;
  if (day.length === 1 && day.every(({ waits }) => waits !== null)) return true;
  return day.every(({ waits }) => waits === null) && day.some(({ status }) => status !== NOTE);
}

function inParts<T>(days: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(days.length / A_STATEMENT) }, (_, n) =>
    days.slice(n * A_STATEMENT, (n + 1) * A_STATEMENT),
  );
}

/**
 * Adds the records of several days: the entry of each, which stands for its last status, and its history. The records'
 * times grow in their order, up to that of the entry.
 */
async function addPlain(
  trx: Transaction<DB>,
  { view, by }: Acting,
  days: readonly (readonly PastRecord[])[],
): Promise<void> {
  const rows = days.flatMap((records) => {
    const stands = records.findLast(({ status }) => status !== NOTE)?.status;
    return records.map(({ itemId, day, recordId, status, note, noEvidenceReason, filing, lines }, n) => {
      const { responsible, deputy, checker } = assign(lines);
      return {
        ...{ item: itemId, day, id: recordId, status, note, filing, responsible, deputy, checker },
        reason: noEvidenceReason || null,
        ...{ entry: randomUUIDv7(), stands, behind: records.length - 1 - n, of_day: records.length },
      };
    });
  });
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
        item uuid, day date, id uuid, status text, note text, filing jsonb, responsible uuid, deputy uuid, checker uuid,
        reason text, entry uuid, stands text, behind int, of_day int)),
    entry as (
      insert into status_entries
        (workspace_id, compliance_item_id, day, id, user_id, current_status, created_at, updated_at)
      select ${view.workspaceId}, item, day, entry, ${view.userId}, stands, statement_timestamp(),
        statement_timestamp() + of_day * interval '1 microsecond'
      from given where behind = 0 order by item, day
      on conflict (workspace_id, compliance_item_id, day) do update set
        current_status = excluded.current_status, checking = null, lines = null,
        updated_at = greatest(excluded.updated_at, status_entries.updated_at
          + (excluded.updated_at - statement_timestamp()))
      returning workspace_id, compliance_item_id, day, updated_at)
    insert into status_records
      (workspace_id, compliance_item_id, day, id, status, note, filing, updated_by, impersonator_id,
       responsible_id, deputy_id, checker_id, no_evidence_reason, created_at, updated_at)
    select workspace_id, item, given.day, given.id, status, note, nullif(filing, 'null'), ${by.userId},
      ${by.impersonatorId}::uuid, responsible, deputy, checker, reason,
      updated_at - behind * interval '1 microsecond', updated_at - behind * interval '1 microsecond'
    from given join entry on (entry.compliance_item_id, entry.day) = (given.item, given.day)`.execute(trx);
}
