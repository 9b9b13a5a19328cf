import type { OpenDuty } from '@anupalan/contract/events/duties';
import { workerOf } from '@anupalan/domain/assignments';
import { beginningOf, daysFrom, indianTimeOf, storedDay } from '@anupalan/domain/calendar-day';
import { alarmsOf } from '@anupalan/domain/telling/alarms';
import { sql } from 'kysely';
import { unattendedSession } from '../../identity/members/unattended-session.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { eachCompany } from '../../platform/process/each-apart.ts';
import type { Services } from '../../services.ts';
import type { NamedCompany } from '../clients/queries-companies.ts';
import { readOpenDuties } from '../events/queries.ts';
import type { CalendarEntry } from './calendar-entry.ts';
import type { NearestEntries } from './nearest-entries.ts';
import type { Reading } from './queries-due.ts';
import { readPeople } from './queries-standing.ts';

/** Days before a duty's day on which its entry reminds. */
const REMINDED_DAYS: readonly number[] = [7, 1, 0];

/**
 * Adds the open duties of events that a person sees (R-calendar-feeds-8). A calendar is often seen by others: of a complaint,
 * at which the person is named, it says that a restricted record has a deadline and no more.
 */
export async function addDutyEntries(
  { database, log }: Pick<Services, 'database' | 'log'>,
  reading: Reading,
  chosen: NearestEntries,
): Promise<void> {
  const { companies } = reading;
  const changed = await readChangedEvents(
    database.db,
    companies.map(({ workspaceId }) => workspaceId),
  );
  const having = companies.filter(({ workspaceId }) => changed.has(workspaceId));
  const read = async (some: readonly NamedCompany[]) => {
    const found = [];
    for (const company of some) {
      const events = changed.get(company.workspaceId) ?? new Map();
      found.push(...(await findDuties(database, company, { reading, events })));
    }
    for (const entry of found) chosen.add(daysFrom(reading.today, entry.day), () => entry);
  };
  for (const { companyName } of await eachCompany(having, read, { log, doing: 'reading duties for a calendar' })) {
    chosen.leaveOut(companyName);
  }
}

async function findDuties(
  { db, pool }: Services['database'],
  company: NamedCompany,
  { reading, events }: { reading: Reading; events: ReadonlyMap<string, number> },
): Promise<CalendarEntry[]> {
  const { session, companies, isOwnWork, today, now } = reading;
  const { workspaceId } = company;
  const people = isOwnWork ? await readPeople(pool, [workspaceId], today) : null;
  // What changes within a day doesn't make a calendar another one: it is of the day.
  const { data } = await readOpenDuties(db, unattendedSession(session, company), beginningOf(today));
  const isAway = people?.get(workspaceId)?.isAway ?? (() => false);
  return data.flatMap((duty) => {
    const isMine = duty.visibility === 'named' || workerOf(duty.assignment, isAway) === session.userId;
    if (duty.dueDay === null || (isOwnWork && !isMine)) return [];
    const changedAt = events.get(duty.eventId) ?? 0;
    return [entryOf(duty, company, { isOfSeveral: companies.length > 1, changedAt, now })];
  });
}

function entryOf(
  duty: OpenDuty,
  { companyId, companyName }: NamedCompany,
  { isOfSeveral, changedAt, now }: { isOfSeveral: boolean; changedAt: number; now: Temporal.Instant },
): CalendarEntry {
  const day = storedDay((duty.dueDay ?? '').slice(0, 10));
  const at = duty.dueAt === null ? null : Temporal.Instant.from(duty.dueAt);
  const common = {
    ...{ uid: `${duty._id}@anupalan`, day, at, company: isOfSeveral ? companyName : null },
    ...{ moved: null, movedAt: changedAt, changedAt },
  };
  const isWaiting = duty.waiting !== null;
  const alarms = isWaiting ? [] : alarmsOf({ day, at }, REMINDED_DAYS, now);
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
    notes: [`${duty.kindName}: ${duty.label}`, ...(at ? [`By ${indianTimeOf(at)} in India.`] : [])],
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
