import { can, canCall } from '@anupalan/domain/permissions';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { periodOf } from '../tracker/scope.ts';

/** The parts of an event by which it is decided who sees it. */
interface SeenEvent {
  readonly visibility: 'company' | 'named';
  readonly recorded_by: string;
  readonly named: readonly string[];
}

/**
 * The condition in SQL of the events `event` that a session sees: of restricted ones those that it recorded or is named
 * at, and none while impersonating, as an administrator or a viewer (R-events-20); of all others a viewer with chosen
 * acts, or a period, those with a duty that they see (R-events-19). {@link seesEvent} says the same of one.
 */
export function seeEvents(session: Session): RawBuilder<SqlBool> {
  const own = sql`${session.userId}::uuid in (select event.recorded_by union all select unnest(event.named))`;
  const restricted = canCall(actorOf(session), 'events.read-restricted') ? own : sql`false`;
  const scoped = isScoped(session)
    ? sql`exists (select from event_duties duty
        where duty.workspace_id = event.workspace_id and duty.event_id = event.id and ${seeDuties(session)})`
    : sql`true`;
  return sql<SqlBool>`(case event.visibility when 'company' then ${scoped} else ${restricted} end)`;
}

/** Whether a session sees an event of its company, as {@link seeEvents} without the scope of a viewer. */
export function seesEvent(session: Session, { visibility, recorded_by, named }: SeenEvent): boolean {
  if (visibility === 'company') return true;
  return can(actorOf(session), 'events.read-restricted', { recordedBy: recorded_by, named });
}

/** Who sees a restricted event, as long as they are members; null where everybody does. */
export function seenByOf({ visibility, recorded_by, named }: SeenEvent): readonly string[] | null {
  return visibility === 'named' ? [recorded_by, ...named] : null;
}

/** The condition in SQL of the duties `duty` that a session sees: of a viewer's acts, due in the viewer's period. */
export function seeDuties(session: Session): RawBuilder<SqlBool> {
  const acts = session.member.scope?.acts ?? null;
  const period = periodOf(session);
  const conditions = [
    sql`duty.standing <> 'below'`,
    ...(acts === null ? [] : [sql`duty.act_id = any(${acts}::uuid[])`]),
    ...(period?.from ? [sql`duty.due_day >= ${period.from}::date`] : []),
    ...(period?.to ? [sql`duty.due_day <= ${period.to}::date`] : []),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

function isScoped(session: Session): boolean {
  return (session.member.scope?.acts ?? null) !== null || periodOf(session) !== null;
}
