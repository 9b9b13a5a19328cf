import { Filing } from '@anupalan/contract/fields/filing';
import type { ReportDays } from '@anupalan/domain/reports/month-report';
import { NOTE, type Status } from '@anupalan/domain/statuses';
import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { seeDuties } from './see-events.ts';

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
      duty.due_day::text as "dueDay", duty.due_at as "dueAt", duty.recorded, duty.settled_at as "settledAt",
      duty.filed_on::text as "filedOn", record.*
    from event_duties duty
      join events event on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
      left join lateral (
        select true as waits, status, made_at as at, author_id as by, null::uuid as "checkedBy", note,
          no_evidence_reason as "noEvidenceReason",
          filing
        from checks
        where workspace_id = duty.workspace_id and duty_id = duty.id and outcome is null and duty.settled_at is null
        union all
        select false, status, created_at, updated_by, checked_by, note, no_evidence_reason,
          filing
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
