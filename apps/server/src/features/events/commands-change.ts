import { isDeepStrictEqual } from 'node:util';
import type { CompanyEvent, EventChanges, Recalculated, Rejudged } from '@anupalan/contract/events/events';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { type Due, isSameDue } from '@anupalan/domain/events/deadline';
import { dueOf, type EventDays, urgencyOf } from '@anupalan/domain/events/duty';
import { THRESHOLD } from '@anupalan/domain/events/event-kind';
import { isAtLeast } from '@anupalan/domain/members';
import { isResolved } from '@anupalan/domain/statuses';
import type { Kysely, Transaction } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { nextVersion } from '../../platform/postgres/versions.ts';
import { lockWorkspace } from '../compliance-items/own/commands.ts';
import { readHolidays } from '../due-days/queries.ts';
import { recordEventActivity } from './commands-activity.ts';
import { rejudgeLimits } from './commands-limits.ts';
import { type DutyRow, dueOfRow, type EventRow, toIsoInstant } from './present.ts';
import { eventNotFound, getEvent } from './queries.ts';
import { checkNumber, faultOf, momentOf } from './rules.ts';
import { seesEvent } from './see-events.ts';

interface Changed {
  readonly data: CompanyEvent;
  readonly recalculated: Recalculated[];
  readonly limits: Rejudged[];
}

/**
 * Changes an event. What is open of it is due anew by its new day, number and later days; what is done with stays as it
 * was (R-events-12).
 * @throws AppError not-found; conflict when it is closed and isn't opened again; invalid by field; forbidden to close it
 * for members while a duty is overdue
 */
export function changeEvent(
  db: Kysely<DB>,
  session: Session,
  { id, changes, now }: { id: string; changes: EventChanges; now: Temporal.Instant },
): Promise<Changed> {
  return db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, session.workspaceId);
    const before = await lockEvent(trx, session, id);
    if (before.closed_at !== null && changes.closed !== false) throw closedAlready();
    const after = applyChanges(before, changes, now);
    if (before.closed_at === null && after.closed_at !== null) await requireMayClose(trx, session, before, now);
    await trx
      .updateTable('events')
      .set({ ...after, later_days: JSON.stringify(after.later_days), updated_at: nextVersion() })
      .where('workspace_id', '=', session.workspaceId)
      .where('id', '=', id)
      .execute();
    const event = { ...before, ...after };
    const place = { workspaceId: session.workspaceId, placeId: event.place_id };
    const limits = reachesOther(before, event) ? await rejudgeLimits(trx, place) : [];
    const recalculated = hasSameDays(before, event) ? [] : await recalculate(trx, event);
    const fields = Object.keys(changes).filter((field) => field !== 'closed');
    if (fields.length > 0) await recordEventActivity(trx, session, event, { what: 'events.update', fields });
    if ((before.closed_at === null) !== (after.closed_at === null)) {
      await recordEventActivity(trx, session, event, { what: after.closed_at ? 'events.close' : 'events.reopen' });
    }
    return { data: await getEvent(trx, session, id, now), recalculated, limits };
  });
}

/**
 * The event, locked, so that of two changes one comes after the other.
 * @throws AppError not-found, also where the session doesn't see it
 */
export async function lockEvent(trx: Transaction<DB>, session: Session, id: string): Promise<EventRow> {
  const event = await trx
    .selectFrom('events')
    .selectAll()
    .where('workspace_id', '=', session.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!event || !seesEvent(session, event)) throw eventNotFound();
  return event;
}

/**
 * What is overdue doesn't go out of sight by anybody's closing: managers and the owner close its event (R-events-17). Who
 * sees a complaint closes it, as no role sees it.
 */
async function requireMayClose(
  trx: Transaction<DB>,
  { member }: Session,
  event: EventRow,
  now: Temporal.Instant,
): Promise<void> {
  if (event.visibility === 'named' || isAtLeast(member.role, 'manager')) return;
  const isOverdue = (duty: DutyRow) =>
    duty.standing === 'open' &&
    urgencyOf({ due: dueOfRow(duty), recorded: duty.recorded ?? undefined }, now) === 'overdue';
  if (!(await readDuties(trx, event)).some(isOverdue)) return;
  throw new AppError('forbidden', 'Duties of this event are overdue. Only a manager or the owner can close it');
}

export function closedAlready(): AppError {
  return new AppError('conflict', 'This event is closed. Reopen it first');
}

function applyChanges(before: EventRow, changes: EventChanges, now: Temporal.Instant) {
  const { definition: kind } = before;
  const { label = before.label, number = before.number, closed = before.closed_at !== null } = changes;
  if (changes.number !== undefined) checkNumber(kind, number);
  const { time } = kind.asks;
  const moment = changes.happenedAt && momentOf(changes.happenedAt, { field: 'happenedAt', kind, time }, now);
  return {
    label,
    number,
    happened_at: moment ? new Date(moment.epochMilliseconds) : before.happened_at,
    later_days: mergeLaterDays(before, changes.laterDays ?? {}, now),
    closed_at: closed ? (before.closed_at ?? new Date(now.epochMilliseconds)) : null,
  };
}

/** @throws AppError invalid for a day that its kind doesn't have */
function mergeLaterDays(
  { definition, later_days }: EventRow,
  changes: NonNullable<EventChanges['laterDays']>,
  now: Temporal.Instant,
): Record<string, string> {
  const merged = new Map(Object.entries(later_days));
  for (const [key, text] of Object.entries(changes)) {
    const asked = definition.asks.laterDays.find((day) => day.key === key);
    if (!asked) throw faultOf('laterDays', `This event has no day called "${key}"`);
    if (text === null) merged.delete(key);
    else {
      const moment = momentOf(text, { field: `laterDays.${key}`, kind: { key }, time: asked.time }, now);
      merged.set(key, toIsoInstant(moment));
    }
  }
  return Object.fromEntries(merged);
}

/** Whether limits may be reached by other events than before: by another number or day, or by closing and reopening. */
function reachesOther(before: EventRow, after: EventRow): boolean {
  const isSameMoment = before.happened_at.getTime() === after.happened_at.getTime();
  const isSameStanding = (before.closed_at === null) === (after.closed_at === null);
  return after.kind === THRESHOLD && !(isSameMoment && isSameStanding && before.number === after.number);
}

/** What is due stays as it was, new holidays of the company included, while the days of its event do (R-events-12). */
function hasSameDays(before: EventRow, after: EventRow): boolean {
  const isSameMoment = before.happened_at.getTime() === after.happened_at.getTime();
  return isSameMoment && isDeepStrictEqual(before.later_days, after.later_days);
}

/** Reckons anew when everything is due that isn't done with. @returns what is open, and moved */
async function recalculate(trx: Transaction<DB>, event: EventRow): Promise<Recalculated[]> {
  const isHoliday = await readHolidays(trx, event.workspace_id);
  const moved: Recalculated[] = [];
  for (const duty of await readDuties(trx, event)) {
    const [from, to] = [dueOfRow(duty), dueOf(duty.definition, daysOf(event), isHoliday)];
    if (isResolved(duty.recorded ?? undefined) || isSameDue(from, to)) continue;
    const due_at = to?.at ? new Date(to.at.epochMilliseconds) : null;
    await updateDuty(trx, event, duty.id, { due_day: to?.day.toString() ?? null, due_at });
    if (duty.standing !== 'open') continue;
    moved.push({ dutyId: duty.id, title: duty.title, from: presentDue(from), to: presentDue(to) });
  }
  return moved;
}

function readDuties(trx: Transaction<DB>, { workspace_id, id }: EventRow): Promise<DutyRow[]> {
  return trx
    .selectFrom('event_duties')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('event_id', '=', id)
    .orderBy('position')
    .execute();
}

async function updateDuty(
  trx: Transaction<DB>,
  { workspace_id }: EventRow,
  dutyId: string,
  set: Pick<DutyRow, 'due_day' | 'due_at'>,
): Promise<void> {
  await trx
    .updateTable('event_duties')
    .set(set)
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', dutyId)
    .execute();
}

function daysOf({ happened_at, later_days }: EventRow): EventDays {
  const laterDays = Object.entries(later_days).map(([key, text]) => [key, Temporal.Instant.from(text)] as const);
  return {
    happenedAt: Temporal.Instant.fromEpochMilliseconds(happened_at.getTime()),
    laterDays: new Map(laterDays),
  };
}

function presentDue(due: Due | null): Recalculated['from'] {
  return { day: due && toIsoMidnight(due.day), at: due?.at ? toIsoInstant(due.at) : null };
}
