import { Filing } from '@anupalan/contract/fields/filing';
import { indianDayOf } from '@anupalan/domain/calendar-day';
import type { ReportDays } from '@anupalan/domain/reports/month-report';
import type { StateOrAll } from '@anupalan/domain/states';
import { NOTE, type Status } from '@anupalan/domain/statuses';
import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { beginningOfDay } from '../../platform/days/indian-day.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { STANDS } from '../evidence/queries.ts';
import { IS_PROVEN_DUTY, saidWhyNone, WHY_DUTY_HAS_NONE } from '../evidence/queries-score.ts';
import { seeDuties, seeEvents } from './see-events.ts';

/** Duties that a report tells of at most; people reach them never. */
const MOST_REPORTED = 5_000;

/** A duty as reports tell of it. */
export interface ReportedDuty {
  readonly id: string;
  readonly title: string;
  readonly label: string;
  readonly eventId: string;
  readonly actId: string | null;
  readonly act: string | null;
  /** The state whose law it is of. */
  readonly state: StateOrAll;
  readonly dueDay: string;
  readonly dueAt: Date | null;
  readonly recorded: Status | null;
  readonly settledAt: Date | null;
  /** The day on which it was filed, where its record says so. */
  readonly filedOn: string | null;
  /** Whether its record waits for a check; it and what follows is null where nothing counts. */
  readonly waits: boolean | null;
  readonly status: Status | null;
  readonly at: Date | null;
  readonly by: string | null;
  readonly checkedBy: string | null;
  readonly note: string | null;
  readonly filing: Filing | null;
  readonly noEvidenceReason: string | null;
  readonly hasEvidence: boolean;
}

/**
 * The duties of the days of a report, by their deadline: of the days before the month, those that aren't done with.
 * Complaints are in none, as reports are handed on (R-reports-10); what is open of a closed event isn't either.
 */
export async function readReportedDuties(
  db: Db,
  session: Session,
  days: Pick<ReportDays, 'since' | 'first' | 'nextLast'>,
): Promise<ReportedDuty[]> {
  const { rows } = await sql<Omit<ReportedDuty, 'filing'> & { filing: unknown }>`
    select duty.id, duty.title, event.label, duty.event_id as "eventId", duty.act_id as "actId", duty.act,
      duty.definition ->> 'state' as state, duty.due_day::text as "dueDay", duty.due_at as "dueAt", duty.recorded,
      duty.settled_at as "settledAt", duty.filed_on::text as "filedOn", ${sql.raw(IS_PROVEN_DUTY)} as "hasEvidence", record.*
    from event_duties duty
      join events event on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
      left join lateral (
        select true as waits, status, made_at as at, author_id as by, null::uuid as "checkedBy", note,
          ${sql.raw(saidWhyNone('checks.workspace_id', 'checks.duty_id', 'checks'))} as "noEvidenceReason",
          filing
        from checks
        where workspace_id = duty.workspace_id and duty_id = duty.id and outcome is null and duty.settled_at is null
        union all
        select false, status, created_at, updated_by, checked_by, note, ${sql.raw(WHY_DUTY_HAS_NONE)}, filing
        from event_duty_records record
        where workspace_id = duty.workspace_id and duty_id = duty.id and status <> ${NOTE} and not exists (
          select from event_duty_records other
          where other.workspace_id = record.workspace_id and other.takes_back = record.id)
        order by waits desc, at desc limit 1) record on true
    where duty.workspace_id = ${session.workspaceId} and duty.standing = 'open'
      and duty.due_day between ${`${days.since}`}::date and ${`${days.nextLast}`}::date
      and (duty.due_day >= ${`${days.first}`}::date or duty.settled_at is null)
      and (event.closed_at is null or duty.settled_at is not null)
      and event.visibility = 'company' and ${seeDuties(session)}
    order by duty.due_day desc, duty.id limit ${MOST_REPORTED}`.execute(db);
  return rows
    .reverse()
    .map(({ filing, ...duty }) => ({ ...duty, filing: filing === null ? null : Filing.parse(filing) }));
}

/** A duty that was done, with how many files stand at it, and why there is none. */
export interface ClosedDuty {
  readonly id: string;
  readonly eventId: string;
  readonly title: string;
  readonly label: string;
  readonly act: string | null;
  /** ISO. */
  readonly dueDay: string;
  readonly files: number;
  readonly reason: string | null;
}

/** The duties that the figures of events count as closed (R-evidence-15), as far as a session sees them. */
export async function readClosedDuties(db: Db, session: Session, now: Temporal.Instant): Promise<ClosedDuty[]> {
  const { workspaceId } = session;
  const yearAgo = indianDayOf(now).subtract({ years: 1 }).toString();
  const { rows } = await sql<ClosedDuty>`
    select duty.id, event.id as "eventId", duty.title, event.label, duty.act, duty.due_day::text as "dueDay",
      (select count(*) from evidence file
        where file.workspace_id = ${workspaceId} and file.subject_id = duty.id and ${STANDS})::int as files,
      (select ${sql.raw(WHY_DUTY_HAS_NONE)} from event_duty_records record
        where record.workspace_id = ${workspaceId} and record.duty_id = duty.id and record.status <> ${NOTE}
          and not exists (
            select from event_duty_records note
            where note.workspace_id = ${workspaceId} and note.takes_back = record.id)
        order by created_at desc, id desc limit 1) as reason
    from event_duties duty join events event
      on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
    where duty.workspace_id = ${workspaceId} and duty.settled_at is not null and duty.recorded = 'done'
      and duty.due_day >= ${yearAgo}::date
      and coalesce(due_at, ${sql.raw(beginningOfDay('due_day + 1'))}) <= ${`${now}`}::timestamptz
      and ${seeDuties(session)} and ${seeEvents(session)}
    order by duty.due_day desc, duty.id desc`.execute(db);
  return rows;
}
