import type { RegistrationKind } from '@anupalan/domain/registrations/kinds';
import {
  type CountingRecord,
  isNumberOn,
  type Line,
  lineOf,
  replayRecords,
  statusOfLines,
  withLine,
} from '@anupalan/domain/registrations/lines';
import type { StateOrAll } from '@anupalan/domain/states';
import { isResolved, NOTE, RESOLVED_STATUSES, type Status } from '@anupalan/domain/statuses';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { listNumberIds } from '../tracker/queries-numbers.ts';

/** The day (ISO) of an item in a workspace, which an entry is about. */
export interface EntryKey {
  readonly workspaceId: WorkspaceId;
  readonly itemId: string;
  readonly day: string;
}

/** What a line of an entry keeps: its status, since when, and what waits for its check or came back from it. */
export interface KeptLine extends Line {
  readonly checking?: Readonly<Record<string, unknown>>;
}

/** An entry as far as its lines go (R-registrations-16). */
export interface EntryOfLines {
  readonly current: Status;
  readonly at: string;
  readonly lines: Readonly<Record<string, KeptLine>> | null;
}

/** The entry of a day; the caller holds its lock. */
export async function readLines(trx: Transaction<DB>, { workspaceId, itemId, day }: EntryKey): Promise<EntryOfLines> {
  const { rows } = await sql<EntryOfLines>`
    select current_status as current, coalesce(settled_at, updated_at)::text as at, lines from status_entries
    where (workspace_id, compliance_item_id, day) = (${workspaceId}, ${itemId}, ${day})`.execute(trx);
  const [entry] = rows;
  if (!entry) throw new Error('A line of no entry');
  return entry;
}

/**
 * Since when a number's line has been settled, or without a number the day; null while it isn't.
 */
export function settledSince(entry: EntryOfLines, registrationId: string | null): string | null {
  const { status, at } = registrationId === null ? { ...entry, status: entry.current } : lineOf(entry, registrationId);
  return isResolved(status) ? at : null;
}

/**
 * Says something of one line.
 * @param numbers the ids of the day's numbers; without them those that have a line
 */
export async function putLine(
  trx: Transaction<DB>,
  key: EntryKey,
  registrationId: string,
  { numbers, say }: { numbers?: readonly string[] | undefined; say: Saying },
): Promise<void> {
  const entry = await readLines(trx, key);
  const all = numbers ?? Object.keys(entry.lines ?? {});
  await writeLines(trx, key, linesAfter(entry, { registrationId, numbers: all, say }));
}

/** The lines of an entry of which something is said of one. @param said.numbers the ids of the day's numbers */
export function linesAfter(
  entry: EntryOfLines,
  { registrationId, numbers, say }: { registrationId: string; numbers: readonly string[]; say: Saying },
): Record<string, KeptLine> {
  return withLine<KeptLine>(entry, numbers, [registrationId, say(lineOf(entry, registrationId))], isChecking);
}

/** What a line says from now on. */
export type Saying = (before: Line) => KeptLine;

/** Whether something of a line waits for its check: then it stays, whatever becomes of its number. */
function isChecking({ checking }: KeptLine): boolean {
  return checking !== undefined && !('reason' in checking);
}

/**
 * Gives an entry its lines, and with them its status, and since when it is settled: the one way in which either comes of
 * the lines (R-registrations-17). The caller holds the entry's lock.
 */
export async function writeLines(
  trx: Transaction<DB>,
  { workspaceId, itemId, day }: EntryKey,
  lines: Readonly<Record<string, KeptLine>>,
): Promise<void> {
  const json = JSON.stringify(lines);
  await sql`
    update status_entries set
      lines = ${json}::jsonb, current_status = ${statusOfLines(Object.values(lines).map(({ status }) => status))},
      settled_at = (select max((value ->> 'at')::timestamptz) from jsonb_each(${json}::jsonb)),
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
    where (workspace_id, compliance_item_id, day) = (${workspaceId}, ${itemId}, ${day})`.execute(trx);
}

/** A registration as it is from now on; null when it was removed. */
interface Changed {
  readonly kind: RegistrationKind;
  readonly state: StateOrAll | null;
  readonly from: string | null;
  readonly until: string | null;
  readonly renewalFiledOn: string | null;
}

/**
 * Drops the lines of a number from the open days that it is no number of any more, so that they don't wait for it
 * (R-registrations-18). What is settled stays as it was settled, and what waits for its check goes on waiting. The caller
 * holds the queue of the workspace's days.
 */
export async function dropLines(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  [registrationId, changed]: readonly [id: string, changed: Changed | null],
): Promise<void> {
  const { rows } = await sql<OpenDay>`
    select entry.compliance_item_id as "itemId", day::text, lines, registration as kind, item.state
    from status_entries entry join compliance_items item on item.id = entry.compliance_item_id
    where entry.workspace_id = ${workspaceId} and lines is not null and lines ? ${registrationId}
      and current_status <> all(${RESOLVED_STATUSES}::text[])
    order by compliance_item_id, day for update of entry`.execute(trx);
  for (const { itemId, day, lines, ...item } of rows) {
    const { [registrationId]: dropped, ...others } = lines;
    const isNumber = changed !== null && isNumberOn(item, changed, day);
    if (isNumber || !dropped || isChecking(dropped) || Object.keys(others).length === 0) continue;
    await writeLines(trx, { workspaceId, itemId, day }, others);
  }
}

interface OpenDay {
  itemId: string;
  day: string;
  lines: Record<string, KeptLine>;
  kind: RegistrationKind | null;
  state: StateOrAll;
}

/** Since when a record settles its day: one that says an approved one again, since that one did (R-checks-21). */
export function settledFrom(record: string) {
  const of = (column: string) => sql.ref(`${record}.${column}`);
  return sql`coalesce(
    (select settled_from from checks where (checks.workspace_id, checks.id) = (${of('workspace_id')}, ${of('id')})),
    ${of('created_at')})`;
}

/** What the day of a record stands for without it, by lines; what waits for its check goes on waiting. */
export async function replayWithout(trx: Transaction<DB>, recordId: string): Promise<EntryOfLines> {
  const key = await sql<EntryKey>`
    select workspace_id as "workspaceId", compliance_item_id as "itemId", day::text from status_records
    where id = ${recordId}`.execute(trx);
  const [of] = key.rows;
  if (!of) throw new Error('There is no such record');
  const entry = await readLines(trx, of);
  const { rows } = await sql<CountingRecord>`
    select record.status, record.registration_id as "registrationId", ${settledFrom('record')}::text as at
    from status_records record
    where (workspace_id, compliance_item_id, day) = (${of.workspaceId}, ${of.itemId}, ${of.day})
      and id <> ${recordId} and record.status <> ${NOTE} and counterpart is null
    order by created_at, id`.execute(trx);
  const numbers = entry.lines ? Object.keys(entry.lines) : await listNumberIds(trx, of.workspaceId, of);
  const day = replayRecords(
    rows.filter(({ registrationId }) => registrationId == null || numbers.includes(registrationId)),
    numbers,
  );
  const checking = (id: string) => entry.lines?.[id]?.checking;
  if (day.lines === null && !numbers.some(checking)) return { ...day, lines: null };
  const lines = numbers.map((id): [string, KeptLine] => {
    const said = checking(id);
    return [id, { ...lineOf(day, id), ...(said && { checking: said }) }];
  });
  return { ...day, lines: Object.fromEntries(lines) };
}
