import type { OpenDuty } from '@anupalan/contract/events/duties';
import { workerOf } from '@anupalan/domain/assignments';
import { beginningOf, daysFrom, indianTimeOf, isBefore } from '@anupalan/domain/calendar-day';
import { sql } from 'kysely';
import { unattendedSession } from '../../identity/members/unattended-session.ts';
import type { Database, Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { NamedCompany } from '../clients/queries-companies.ts';
import { readOpenDuties } from '../events/queries.ts';
import type { CalendarEntry } from './calendar-entry.ts';
import type { NearestEntries } from './nearest-entries.ts';
import type { Reading } from './queries-due.ts';
import { readPeople } from './queries-standing.ts';

/**
 * Adds the open duties of events that a person sees (R-calendar-feeds-8). A calendar is often seen by others: of a complaint,
 * at which the person is named, it says that a restricted record has a deadline and no more.
 */
export async function addDutyEntries(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  { session, companies, isOwnWork, today }: Reading,
  chosen: NearestEntries,
): Promise<void> {
  const ids = companies.map(({ workspaceId }) => workspaceId);
  const changed = await readChangedEvents(db, ids);
  if (changed.size === 0) return;
  const people = isOwnWork ? await readPeople(pool, ids, today) : null;
  // What changes within a day doesn't make a calendar another one: it is of the day.
  const now = beginningOf(today);
  for (const company of companies) {
    const events = changed.get(company.workspaceId);
    if (!events) continue;
    const { data } = await readOpenDuties(db, unattendedSession(session, company), now);
    const isAway = people?.get(company.workspaceId)?.isAway ?? (() => false);
    for (const duty of data) {
      const isMine = duty.visibility === 'named' || workerOf(duty.assignment, isAway) === session.userId;
      if (duty.dueDay === null || (isOwnWork && !isMine)) continue;
      const changedAt = events.get(duty.eventId) ?? 0;
      const entry = entryOf(duty, company, { isOfSeveral: companies.length > 1, changedAt, today });
      chosen.add(daysFrom(today, entry.day), () => entry);
    }
  }
}

function entryOf(
  duty: OpenDuty,
  { companyId, companyName }: NamedCompany,
  { isOfSeveral, changedAt, today }: { isOfSeveral: boolean; changedAt: number; today: Temporal.PlainDate },
): CalendarEntry {
  const day = Temporal.PlainDate.from((duty.dueDay ?? '').slice(0, 10));
  const common = {
    ...{ uid: `${duty._id}@anupalan`, day, company: isOfSeveral ? companyName : null },
    ...{ moved: null, movedAt: changedAt, changedAt },
  };
  const isWaiting = duty.waiting !== null;
  const alarms = isBefore(day, today) || isWaiting ? [] : [7, 1, 0];
  if (duty.visibility === 'named') {
    const silent = { status: null, isWaiting: false, act: '', notes: [] };
    return { ...common, ...silent, alarms, path: `/company/events?company=${companyId}`, title: 'Restricted record' };
  }
  return {
    ...common,
    alarms,
    title: duty.title,
    status: duty.waiting ?? duty.status,
    isWaiting,
    act: duty.act ?? '',
    path: `/company/events?company=${companyId}&event=${duty.eventId}`,
    notes: [
      `${duty.kindName}: ${duty.label}`,
      ...(duty.dueAt ? [`By ${indianTimeOf(Temporal.Instant.from(duty.dueAt))} in India.`] : []),
    ],
  };
}

/** When the events with open duties changed last, by workspace and event; most companies have none. */
async function readChangedEvents(
  db: Db,
  workspaceIds: readonly WorkspaceId[],
): Promise<ReadonlyMap<WorkspaceId, ReadonlyMap<string, number>>> {
  const { rows } = await sql<{ workspace_id: WorkspaceId; id: string; updated_at: Date }>`
    select distinct event.workspace_id, event.id, event.updated_at
    from event_duties duty join events event on event.workspace_id = duty.workspace_id and event.id = duty.event_id
    where duty.workspace_id = any(${[...workspaceIds]}::uuid[]) and duty.standing = 'open'
      and (duty.recorded is null or duty.recorded not in ('done', 'not-to-do', 'not-applicable'))
      and event.closed_at is null`.execute(db);
  const byWorkspace = Map.groupBy(rows, ({ workspace_id }) => workspace_id);
  return new Map(
    [...byWorkspace].map(([workspace, events]) => [
      workspace,
      new Map(events.map(({ id, updated_at }) => [id, updated_at.getTime()])),
    ]),
  );
}
