import { beginningOf } from '@anupalan/domain/calendar-day';
import type { Summary } from '@anupalan/domain/company-summary';
import { can } from '@anupalan/domain/permissions';
import { DUE_SOON_DAYS } from '@anupalan/domain/urgency';
import type { Pool } from 'pg';
import type { Belonging } from '../../identity/members/membership.ts';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { beginningOfDay } from '../../platform/days/indian-day.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { IS_PROVEN_DUTY } from '../evidence/queries-score.ts';

/** The figures of the duties of a company (R-events-26), as those of its items; days are from today. */
export interface DutyFigures extends Summary {
  /** How many of its records wait for a check. */
  readonly waiting: number;
  /** The moment (ms) at which they are others without anybody doing anything. */
  readonly until: number;
}

interface Reading {
  readonly session: Session;
  readonly now: Temporal.Instant;
  /** The day that others are numbered from. */
  readonly today: Temporal.PlainDate;
}

/**
 * The figures of the duties that everybody sees, of several companies by one statement; one without any is missing. Of a
 * viewer's company they are of the duties that the viewer sees.
 */
export function readDutyFigures(
  pool: Pool,
  companies: readonly Belonging[],
  reading: Reading,
): Promise<ReadonlyMap<WorkspaceId, DutyFigures>> {
  return readFigures(pool, companies, reading, null);
}

/** The same of the duties of complaints that the caller sees, which are found by an index of complaints alone. */
export function readRestrictedFigures(
  pool: Pool,
  companies: readonly Belonging[],
  reading: Reading,
): Promise<ReadonlyMap<WorkspaceId, DutyFigures>> {
  const { session } = reading;
  const { userId } = session;
  const seeing = companies.filter((company) =>
    can(actorOf({ ...session, ...company }), 'events.read-restricted', { recordedBy: userId, named: [] }),
  );
  return readFigures(pool, seeing, reading, userId);
}

async function readFigures(
  pool: Pool,
  companies: readonly Belonging[],
  { now, today }: Reading,
  userId: string | null,
): Promise<ReadonlyMap<WorkspaceId, DutyFigures>> {
  if (companies.length === 0) return new Map();
  const scopes = companies.map(({ workspaceId, member: { scope } }) => ({ workspace_id: workspaceId, ...scope }));
  const days = [today, today.add({ days: DUE_SOON_DAYS }), today.subtract({ years: 1 })].map(String);
  const values = [JSON.stringify(scopes), `${now}`, ...days];
  const { rows } = await pool.query<FiguresRow>(
    userId === null ? { ...OF_ALL, values } : { ...OF_RESTRICTED, values: [...values, userId] },
  );
  const tomorrow = beginningOf(today.add({ days: 1 })).epochMilliseconds;
  return new Map(
    rows.map(({ workspace_id, overdue, due_soon, of, done, closed, proven, waiting, next_due, next_end }) => [
      workspace_id,
      {
        ...{ overdue, dueSoon: due_soon, onTime: { done, of }, nextDue: next_due, waiting },
        closedWithEvidence: { done: proven, of: closed },
        until: Math.min(tomorrow, next_end?.getTime() ?? tomorrow),
      },
    ]),
  );
}

interface FiguresRow {
  workspace_id: WorkspaceId;
  overdue: number;
  due_soon: number;
  of: number;
  done: number;
  closed: number;
  proven: number;
  waiting: number;
  next_due: number | null;
  next_end: Date | null;
}

/**
 * A statement over the duties `duty` of companies. What is open of a closed event has left the figures with it; what is
 * done with stays. Parameters: $1 the companies with what a viewer sees of each, $2 now, $3 today, $4 the last day that is
 * soon, $5 the day a year ago.
 */
function figuresOf(duties: string): string {
  return `
    select duty.workspace_id,
      count(*) filter (where is_open and ends_at <= $2)::int as overdue,
      count(*) filter (where is_open and ends_at > $2 and due_day <= $4)::int as due_soon,
      count(*) filter (where is_past and (is_open or recorded = 'done'))::int as of,
      count(*) filter (where is_past and recorded = 'done' and done_at < ends_at)::int as done,
      count(*) filter (where is_past and recorded = 'done')::int as closed,
      count(*) filter (where is_past and recorded = 'done' and ${IS_PROVEN_DUTY})::int as proven,
      count(*) filter (where checking is not null and not checking ? 'reason')::int as waiting,
      min(due_day) filter (where is_open and ends_at > $2) - $3::date as next_due,
      min(ends_at) filter (where is_open and ends_at > $2) as next_end
    from jsonb_to_recordset($1) company (workspace_id uuid, acts uuid[], "from" date, "to" date)
      cross join lateral (
        select *, ends_at <= $2 and due_day >= $5 as is_past from (
          select *, settled_at is null as is_open,
            coalesce(due_at, ${beginningOfDay('due_day + 1')}) as ends_at,
            -- A day doesn't say whether it was before an hour of that very day: then the record's moment does.
            coalesce(${beginningOfDay('case when due_at is null or filed_on <> due_day then filed_on end')},
              settled_at) as done_at
          from (${duties}) found) dated) duty
    where (duty.closed_at is null or not is_open)
      and (company.acts is null or duty.act_id = any(company.acts))
      and (company."from" is null or duty.due_day >= company."from")
      and (company."to" is null or duty.due_day <= company."to")
    group by duty.workspace_id`;
}

const COLUMNS = `duty.workspace_id, duty.id, duty.act_id, duty.due_day, duty.due_at, duty.recorded, duty.settled_at, duty.filed_on,
  duty.checking, event.closed_at`;

const OF_ALL = {
  name: 'figures-of-duties',
  text: figuresOf(`
    select ${COLUMNS} from (
      select * from event_duties
      where workspace_id = company.workspace_id and standing = 'open'
        and (recorded is null or recorded not in ('done', 'not-to-do', 'not-applicable'))
      union all
      select * from event_duties
      where workspace_id = company.workspace_id and settled_at is not null and due_day between $5 and $4) duty
      join events event on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
    where event.visibility = 'company'`),
};

/** Further parameter: $6 the reader. */
const OF_RESTRICTED = {
  name: 'figures-of-complaints',
  text: figuresOf(`
    select ${COLUMNS} from events event
      join event_duties duty on (duty.workspace_id, duty.event_id) = (event.workspace_id, event.id)
    where event.workspace_id = company.workspace_id and event.visibility = 'named' and duty.standing = 'open'
      and $6 in (select event.recorded_by union all select unnest(event.named))`),
};
