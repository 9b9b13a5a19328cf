import { INDIA, indianDayOf } from '@anupalan/domain/events/deadline';
import { NOTE } from '@anupalan/domain/statuses';
import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { STANDS } from '../evidence/queries.ts';
import { seeDuties, seeEvents } from './see-events.ts';

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
      (select no_evidence_reason from event_duty_records record
        where record.workspace_id = ${workspaceId} and record.duty_id = duty.id and record.status <> ${NOTE}
          and not exists (
            select from event_duty_records note
            where note.workspace_id = ${workspaceId} and note.takes_back = record.id)
        order by created_at desc, id desc limit 1) as reason
    from event_duties duty join events event
      on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
    where duty.workspace_id = ${workspaceId} and duty.settled_at is not null and duty.recorded = 'done'
      and duty.due_day >= ${yearAgo}::date
      and coalesce(due_at, (due_day + 1)::timestamp at time zone ${INDIA}) <= ${`${now}`}::timestamptz
      and ${seeDuties(session)} and ${seeEvents(session)}
    order by duty.due_day desc, duty.id desc`.execute(db);
  return rows;
}
