import { randomUUIDv7 } from 'node:crypto';
import { assign } from '@anupalan/domain/assignments';
import { sayLine, statusOfLines } from '@anupalan/domain/registrations/lines';
import { NOTE, type Status } from '@anupalan/domain/statuses';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import type { Acting } from '../../tracker/commands.ts';
import { noNumber, readNumbersOf } from '../../tracker/queries-numbers.ts';
import { SAID } from '../checks/said.ts';
import { type EntryOfLines, type KeptLine, linesAfter } from '../commands-lines.ts';
import type { PastRecord } from '../new-record.ts';

/** A past record about one registration number. */
export type NumberedRecord = PastRecord & { readonly registrationId: string };

/** What is kept of a check that waits, by its id. */
type SaidById = ReadonlyMap<string, Record<string, unknown>>;

/**
 * Records days of which each record is about a registration number, as each by itself would be (R-registrations-16), by as
 * many statements for all of them as for one (R-imports-22). A day's records all count, or its only one waits. The caller
 * queues for the workspace's days.
 * @throws AppError invalid of a number that isn't one of its obligation on its day
 */
export async function addNumbered(
  trx: Transaction<DB>,
  acting: Acting,
  days: readonly (readonly NumberedRecord[])[],
  batchId: string,
): Promise<void> {
  const { workspaceId } = acting.view;
  const records = days.flat();
  if (records.length === 0) return;
  const numbersOf = await readNumbersOf(trx, workspaceId, [...new Set(records.map(({ itemId }) => itemId))]);
  const entries = await beginEntries(trx, acting, days);
  const timed = days.flatMap((day) => day.map((record, n) => timeOf(record, entries, n)));
  const said = await addChecks(trx, acting, { records: timed.filter(({ waits }) => waits !== null), batchId });
  await addRecords(
    trx,
    acting,
    timed.filter(({ waits }) => waits === null),
  );
  const lines = days.flatMap(([first, ...more]) => {
    const entry = first && entries.get(keyOf(first));
    if (!entry) return [];
    const numbers = numbersOf(first).map(({ registrationId }) => registrationId);
    return { ...first, lines: linesOf(entry, { records: [first, ...more], numbers, said }), count: more.length + 1 };
  });
  await writeAllLines(trx, workspaceId, lines);
}

/** A day's entry, with the moments of the records that it gets. */
interface BegunEntry extends EntryOfLines {
  readonly itemId: string;
  readonly day: string;
  readonly moments: readonly string[];
}

function keyOf({ itemId, day }: { itemId: string; day: string }): string {
  return `${itemId} ${day.slice(0, 10)}`;
}

/** Locks the entries of the days, which are pending if they are new; nothing waits any more that a record is newer than. */
async function beginEntries(
  trx: Transaction<DB>,
  { view }: Acting,
  days: readonly (readonly NumberedRecord[])[],
): Promise<ReadonlyMap<string, BegunEntry>> {
  const rows = days.flatMap((records) => {
    const numbers = records.map(({ registrationId }) => registrationId);
    return records.slice(0, 1).map(({ itemId, day }) => ({ item: itemId, day, entry: randomUUIDv7(), numbers }));
  });
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
    item uuid, day date, entry uuid, numbers jsonb)`;
  await sql`
    insert into status_entries
      (workspace_id, compliance_item_id, day, id, user_id, current_status, created_at, updated_at)
    select ${view.workspaceId}, item, day, entry, ${view.userId}, 'pending', statement_timestamp(), statement_timestamp()
    from ${given} order by item, day
    on conflict (workspace_id, compliance_item_id, day) do nothing`.execute(trx);
  const begun = await sql<BegunEntry>`
    update status_entries entry set
      checking = null,
      lines = (select jsonb_object_agg(key, value - case when given.numbers ? key then 'checking' else '' end)
        from jsonb_each(entry.lines)),
      updated_at = greatest(clock_timestamp(), entry.updated_at + interval '1 microsecond')
    from ${given}
    where (entry.workspace_id, entry.compliance_item_id, entry.day) = (${view.workspaceId}, given.item, given.day)
    returning given.item as "itemId", given.day::text, current_status as current,
      coalesce(settled_at, updated_at)::text as at, lines,
      array(select (updated_at + n * interval '1 microsecond')::text
        from generate_series(0, jsonb_array_length(given.numbers) - 1) n order by n) as moments`.execute(trx);
  return new Map(begun.rows.map((entry) => [keyOf(entry), entry]));
}

function timeOf(record: NumberedRecord, entries: ReadonlyMap<string, BegunEntry>, n: number) {
  return { ...record, at: entries.get(keyOf(record))?.moments[n] };
}

type TimedRecord = ReturnType<typeof timeOf>;

/** The columns that records and checks share. */
function columnsOf({ itemId, day, recordId, registrationId, status, note, ...record }: TimedRecord) {
  const { responsible, deputy, checker } = assign(record.lines);
  return {
    ...{ item: itemId, day, id: recordId, registration: registrationId, status, note, filing: record.filing },
    ...{ responsible, deputy, checker, reason: record.noEvidenceReason || null, at: record.at },
    ...{ waits_for: record.waits?.checker ?? null, why: record.waits?.reason ?? null },
  };
}

function givenOf(records: readonly TimedRecord[]) {
  return sql`jsonb_to_recordset(${JSON.stringify(records.map(columnsOf))}::jsonb) as given (
    item uuid, day date, id uuid, registration uuid, status text, note text, filing jsonb, responsible uuid, deputy uuid,
    checker uuid, reason text, at timestamptz, waits_for uuid, why text)`;
}

async function addRecords(trx: Transaction<DB>, { view, by }: Acting, records: readonly TimedRecord[]): Promise<void> {
  if (records.length === 0) return;
  await sql`
    insert into status_records
      (workspace_id, compliance_item_id, day, id, registration_id, status, note, filing, updated_by, impersonator_id,
       responsible_id, deputy_id, checker_id, no_evidence_reason, created_at, updated_at)
    select ${view.workspaceId}, item, day, id, registration, status, note, nullif(filing, 'null'), ${by.userId},
      ${by.impersonatorId}::uuid, responsible, deputy, checker, reason, at, at
    from ${givenOf(records)}`.execute(trx);
}

async function addChecks(
  trx: Transaction<DB>,
  { view, by }: Acting,
  { records, batchId }: { records: readonly TimedRecord[]; batchId: string },
): Promise<SaidById> {
  if (records.length === 0) return new Map();
  const { rows } = await sql<{ id: string; said: Record<string, unknown> }>`
    insert into checks as checked (workspace_id, id, compliance_item_id, day, registration_id, status, note,
      no_evidence_reason, filing, made_at, author_id, impersonator_id, in_name_of, responsible_id, deputy_id, checker_id,
      waits_for, reason, batch_id)
    select ${view.workspaceId}, id, item, day, registration, status, note, reason, nullif(filing, 'null'), at, ${by.userId},
      ${by.impersonatorId}::uuid, ${view.userId}, responsible, deputy, checker, waits_for, why, ${batchId}
    from ${givenOf(records)}
    returning id, ${SAID} as said`.execute(trx);
  return new Map(rows.map(({ id, said }) => [id, said]));
}

/** A day's lines once all of its records are said. */
function linesOf(
  { moments, ...entry }: BegunEntry,
  { records, numbers, said }: { records: readonly NumberedRecord[]; numbers: readonly string[]; said: SaidById },
): Record<string, KeptLine> {
  let day: EntryOfLines = entry;
  for (const [n, { registrationId, recordId, status }] of records.entries()) {
    if (!numbers.includes(registrationId)) throw noNumber();
    const checking = said.get(recordId);
    const at = moments[n] ?? entry.at;
    if (status === NOTE) continue;
    const lines = linesAfter(day, {
      registrationId,
      numbers,
      say: (before) =>
        checking ? { status: before.status, at: before.at, checking } : sayLine(before, { status, at }),
    });
    day = dayOf(lines);
  }
  return { ...day.lines };
}

/** What an entry stands for by its lines, as `writeLines` says it. */
function dayOf(lines: Readonly<Record<string, KeptLine>>): EntryOfLines {
  const all = Object.values(lines);
  const at = all.map((line) => line.at).toSorted();
  return { current: statusOfLines(all.map(({ status }) => status)), at: at.at(-1) ?? '', lines };
}

interface EntryLines {
  readonly itemId: string;
  readonly day: string;
  readonly lines: Readonly<Record<string, KeptLine>>;
  /** Records that it got. */
  readonly count: number;
}

/** Gives many entries their lines, as `writeLines` does one. */
async function writeAllLines(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  entries: readonly EntryLines[],
): Promise<void> {
  const rows = entries.map(({ itemId, day, lines, count }) => {
    const stands: Status = statusOfLines(Object.values(lines).map(({ status }) => status));
    return { item: itemId, day, lines, stands, count };
  });
  await sql`
    update status_entries entry set
      lines = given.lines, current_status = given.stands,
      settled_at = (select max((value ->> 'at')::timestamptz) from jsonb_each(given.lines)),
      updated_at = greatest(clock_timestamp(), entry.updated_at + given.count * interval '1 microsecond')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      item uuid, day date, lines jsonb, stands text, count int)
    where (entry.workspace_id, entry.compliance_item_id, entry.day) = (${workspaceId}, given.item, given.day)`.execute(
    trx,
  );
}
