import type { WaitingReason, WaitsFor } from '@anupalan/domain/assignments';
import { storedDay } from '@anupalan/domain/calendar-day';
import type { Due } from '@anupalan/domain/events/deadline';
import { LISTED_FOR } from '@anupalan/domain/telling/tell';
import type { Pool } from 'pg';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** Waiting records, and duties, that are told of a company at most. */
const MOST = 200;

/** Occurrences that one statement looks up; a batch of mails asks for fewer, the summaries of a year for more. */
const ASKED_AT_ONCE = 50_000;

/** Occurrences of which it is asked whether they are settled. */
export interface Asked {
  readonly workspaceId: WorkspaceId;
  readonly itemId: string;
  /** The nominal day, ISO. */
  readonly iso: string;
}

/** The key of an occurrence in what {@link readSettled} answers. */
export function keyOf({ workspaceId, itemId, iso }: Asked): string {
  return `${workspaceId} ${itemId} ${iso}`;
}

/** Which of some occurrences are settled, or wait for their check as a whole: nobody is reminded of those. */
export async function readSettled(pool: Pool, asked: readonly Asked[]): Promise<ReadonlySet<string>> {
  const settled = new Set<string>();
  for (let from = 0; from < asked.length; from += ASKED_AT_ONCE) {
    const some = asked.slice(from, from + ASKED_AT_ONCE);
    const { rows } = await pool.query<{ key: string }>({
      ...SETTLED,
      values: [
        some.map(({ workspaceId }) => workspaceId),
        some.map(({ itemId }) => itemId),
        some.map(({ iso }) => iso),
      ],
    });
    for (const { key } of rows) settled.add(key);
  }
  return settled;
}

/** The statement: each occurrence is looked up by its key. Parameters: $1 to $3 workspaces, items and days in step. */
const SETTLED = {
  name: 'told-settled',
  text: `
    select asked.workspace_id || ' ' || asked.item_id || ' ' || asked.day as key
    from unnest($1::uuid[], $2::uuid[], $3::date[]) asked (workspace_id, item_id, day)
      join status_entries entry
        on (entry.workspace_id, entry.compliance_item_id, entry.day) = (asked.workspace_id, asked.item_id, asked.day)
    where entry.settled_at is not null
      or entry.checking is not null and exists (
        select from checks
        where (checks.workspace_id, checks.compliance_item_id, checks.day)
            = (asked.workspace_id, asked.item_id, asked.day)
          and outcome is null and registration_id is null)`,
};

/** A record of an item or of an event's duty that waits for its check. */
export interface WaitingRow {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  /** Of a duty its title, and the label of its event. */
  readonly title: string;
  readonly day: Temporal.PlainDate;
  readonly author: string;
  readonly waits: WaitsFor;
  readonly by: readonly string[];
  /** Who sees it, of a restricted event: they may have left; null where everybody does. */
  readonly seenBy: readonly string[] | null;
}

/** The records that wait in some companies, the longest waiting first, by workspace. */
export async function readWaiting(
  pool: Pool,
  workspaceIds: readonly WorkspaceId[],
): Promise<ReadonlyMap<WorkspaceId, WaitingRow[]>> {
  const { rows } = await pool.query<CheckRow>({ ...WAITING, values: [workspaceIds, MOST] });
  return Map.groupBy(rows.map(presentWaiting), ({ workspaceId }) => workspaceId);
}

function presentWaiting({ waits_for, reason, seen_by, ...row }: CheckRow): WaitingRow {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    title: row.title,
    day: storedDay(row.day),
    author: row.author,
    waits: waits_for === null ? { checker: null, reason: reason ?? 'gone' } : { checker: waits_for, reason: null },
    by: row.by.filter((id) => id !== null),
    seenBy: seen_by,
  };
}

interface CheckRow {
  workspace_id: WorkspaceId;
  id: string;
  title: string;
  day: string;
  author: string;
  waits_for: string | null;
  reason: WaitingReason | null;
  by: (string | null)[];
  seen_by: string[] | null;
}

/** The statement of what waits. Parameters: $1 the workspaces, $2 how many of each at most. */
const WAITING = {
  name: 'told-waiting',
  text: `
    select waiting.workspace_id, waiting.id, coalesce(item.title, duty.title || ', ' || event.label) as title,
      coalesce(waiting.day, duty.due_day)::text as day,
      coalesce(full_name(author.first_name, author.last_name), '') as author,
      waits_for, reason, array[author_id, impersonator_id, in_name_of] || changed_by as by, seen_by
    from unnest($1::uuid[]) workspace (id) cross join lateral (
        select * from checks where workspace_id = workspace.id and outcome is null order by made_at, id limit $2) waiting
      left join compliance_items item on item.id = waiting.compliance_item_id
      left join event_duties duty on (duty.workspace_id, duty.id) = (waiting.workspace_id, waiting.duty_id)
      left join events event on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
      left join users author on author.id = waiting.author_id
    order by waiting.made_at, waiting.id`,
};

/** An open duty of an event that isn't closed, and of which nothing waits for its check. */
export interface DutyRow {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  readonly eventId: string;
  readonly title: string;
  readonly act: string;
  readonly actId: string | null;
  readonly kindName: string;
  readonly label: string;
  readonly due: Due;
  /** Null: everybody in the company sees it; else its recorder and those named at it, who may have left. */
  readonly restrictedTo: { readonly recordedBy: string; readonly named: readonly string[] } | null;
}

/** The open duties of some companies that are due from a month ago to a week ahead, what is due first first. */
export async function readDuties(
  pool: Pool,
  workspaceIds: readonly WorkspaceId[],
  today: Temporal.PlainDate,
): Promise<ReadonlyMap<WorkspaceId, DutyRow[]>> {
  const [from, to] = [today.subtract({ days: LISTED_FOR }), today.add({ days: 7 })];
  const { rows } = await pool.query<OpenDutyRow>({ ...DUTIES, values: [workspaceIds, `${from}`, `${to}`, MOST] });
  return Map.groupBy(rows.map(presentDuty), ({ workspaceId }) => workspaceId);
}

function presentDuty(row: OpenDutyRow): DutyRow {
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    eventId: row.event_id,
    title: row.title,
    act: row.act ?? '',
    actId: row.act_id,
    kindName: row.kind_name,
    label: row.label,
    due: { day: storedDay(row.due_day), at: row.due_at?.toTemporalInstant() ?? null },
    restrictedTo: row.visibility === 'named' ? { recordedBy: row.recorded_by, named: row.named } : null,
  };
}

interface OpenDutyRow {
  workspace_id: WorkspaceId;
  id: string;
  event_id: string;
  title: string;
  act: string | null;
  act_id: string | null;
  kind_name: string;
  label: string;
  due_day: string;
  due_at: Date | null;
  visibility: 'company' | 'named';
  recorded_by: string;
  named: string[];
}

/** The statement of open duties. Parameters: $1 the workspaces, $2 and $3 the days, $4 how many of each at most. */
const DUTIES = {
  name: 'told-duties',
  text: `
    select duty.workspace_id, duty.id, duty.event_id, duty.title, duty.act, duty.act_id, duty.due_day, duty.due_at,
      event.definition ->> 'name' as kind_name, event.label, event.visibility, event.recorded_by, event.named
    from unnest($1::uuid[]) workspace (id) cross join lateral (
        select * from event_duties
        where workspace_id = workspace.id and standing = 'open' and due_day between $2 and $3
          and (recorded is null or recorded not in ('done', 'not-to-do', 'not-applicable'))
          and (checking is null or checking ? 'reason')
        order by due_day, id limit $4) duty
      join events event on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
    where event.closed_at is null
    order by duty.due_day, duty.due_at nulls last, duty.id`,
};
