import { can } from '@anupalan/domain/permissions';
import type { Pool } from 'pg';
import type { Belonging } from '../../identity/members/membership.ts';
import { actorOf, type Session } from '../../identity/sessions.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { Days } from '../tracker/choose-days.ts';

/** A duty of one of several companies, by its deadline. */
export interface AgendaDuty {
  readonly workspaceId: WorkspaceId;
  readonly id: string;
  readonly title: string;
  /** Null of one that rests on none. */
  readonly act: string | null;
  /** ISO day. */
  readonly dueDay: string;
  readonly dueAt: Date | null;
  readonly isSettled: boolean;
  readonly eventId: string;
  readonly kindName: string;
  readonly label: string;
}

/**
 * The duties of several companies that are due within the days, the earliest first, by one statement: of a viewer's company
 * those that the viewer sees, of complaints those at which the caller is named (R-clients-6). What is open of a closed
 * event has left with it; what is done with stays.
 */
export async function readAgendaDuties(
  pool: Pool,
  companies: readonly Belonging[],
  { session, days, most }: { session: Session; days: Days; most: number },
): Promise<AgendaDuty[]> {
  const { userId } = session;
  const seen = companies.flatMap((company) => {
    const actor = actorOf({ ...session, ...company });
    if (!can(actor, 'events.list')) return [];
    const restricted = can(actor, 'events.read-restricted', { recordedBy: userId, named: [] });
    return [{ workspace_id: company.workspaceId, ...company.member.scope, restricted }];
  });
  if (seen.length === 0) return [];
  const values = [JSON.stringify(seen), `${days.from}`, `${days.to}`, userId, most];
  const { rows } = await pool.query<AgendaDuty>({ ...DUTIES_OF_DAYS, values });
  return rows;
}

/** Parameters: $1 the companies with what is seen of each, $2 and $3 the days, $4 the reader, $5 how many. */
const DUTIES_OF_DAYS = {
  name: 'duties-of-agenda',
  text: `
    select duty.workspace_id as "workspaceId", duty.id, duty.title, duty.act, duty.due_day::text as "dueDay",
      duty.due_at as "dueAt", duty.settled_at is not null as "isSettled", event.id as "eventId",
      event.definition ->> 'name' as "kindName", event.label
    from jsonb_to_recordset($1) company (workspace_id uuid, acts uuid[], "from" date, "to" date, restricted boolean)
      cross join lateral (
        select * from event_duties
        where workspace_id = company.workspace_id and standing = 'open'
          and (recorded is null or recorded not in ('done', 'not-to-do', 'not-applicable'))
          and due_day between $2 and $3
        union all
        select * from event_duties
        where workspace_id = company.workspace_id and settled_at is not null and due_day between $2 and $3) duty
      join events event on (event.workspace_id, event.id) = (duty.workspace_id, duty.event_id)
    where (event.closed_at is null or duty.settled_at is not null)
      and (event.visibility = 'company'
        or company.restricted and $4 in (select event.recorded_by union all select unnest(event.named)))
      and (company.acts is null or duty.act_id = any(company.acts))
      and (company."from" is null or duty.due_day >= company."from")
      and (company."to" is null or duty.due_day <= company."to")
    order by duty.due_day, duty.due_at, duty.title, duty.id limit $5`,
};
