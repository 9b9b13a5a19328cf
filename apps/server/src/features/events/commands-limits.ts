import type { Rejudged } from '@anupalan/contract/events/events';
import { THRESHOLD } from '@anupalan/domain/events/event-kind';
import { isReachedFirst } from '@anupalan/domain/events/open-duties';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';

/** Where events of a headcount are compared with each other: an establishment, or null for the company as a whole. */
export interface PlaceOfLimits {
  readonly workspaceId: WorkspaceId;
  readonly placeId: string | null;
}

/** An event of a headcount, with the highest one that an earlier event of its place reached; null without one. */
interface ReachedNumber {
  readonly id: string;
  readonly label: string;
  readonly number: number | null;
  readonly isOpen: boolean;
  readonly reachedBefore: number | null;
}

/**
 * The events of a headcount at a place, locked, so that nothing is recorded of them meanwhile; those of one day in the
 * order in which they were recorded. A closed one of which nothing was done reached nothing: it was a mistake
 * (R-events-9).
 */
async function lockReached(trx: Transaction<DB>, { workspaceId, placeId }: PlaceOfLimits): Promise<ReachedNumber[]> {
  const { rows } = await sql<Omit<ReachedNumber, 'reachedBefore'> & { counts: boolean }>`
    select id, label, number, closed_at is null as "isOpen",
      closed_at is null or exists (
        select from event_duties duty
        where duty.workspace_id = event.workspace_id and duty.event_id = event.id
          and coalesce(duty.checking ->> 'status', duty.recorded) = 'done') as counts
    from events event
    where workspace_id = ${workspaceId} and kind = ${THRESHOLD} and place_id is not distinct from ${placeId}::uuid
    order by happened_at, id for update`.execute(trx);
  let highest: number | null = null;
  return rows.map(({ counts, ...event }) => {
    const reachedBefore = highest;
    if (counts && event.number !== null) highest = Math.max(highest ?? 0, event.number);
    return { ...event, reachedBefore };
  });
}

/** The highest headcount that an event of the place before this one reached; null without one (R-events-9). */
export async function readReachedBefore(
  trx: Transaction<DB>,
  place: PlaceOfLimits,
  eventId: string,
): Promise<number | null> {
  return (await lockReached(trx, place)).find(({ id }) => id === eventId)?.reachedBefore ?? null;
}

/**
 * Judges the open events of a headcount at a place anew: a duty opens where its limit is reached for the first time now,
 * and the other way round, unless something was recorded of it (R-events-9). @returns what opened or closed by it
 */
export async function rejudgeLimits(trx: Transaction<DB>, place: PlaceOfLimits): Promise<Rejudged[]> {
  const events = new Map((await lockReached(trx, place)).filter(({ isOpen }) => isOpen).map((one) => [one.id, one]));
  if (events.size === 0) return [];
  const duties = await trx
    .selectFrom('event_duties')
    .select(['id', 'event_id', 'title', 'definition', 'condition', 'standing'])
    .where('workspace_id', '=', place.workspaceId)
    .where('event_id', 'in', [...events.keys()])
    .where('recorded', 'is', null)
    .where('checking', 'is', null)
    .orderBy('event_id')
    .orderBy('position')
    .execute();
  const rejudged: Rejudged[] = [];
  for (const { id: dutyId, event_id: eventId, title, definition, condition, standing } of duties) {
    const event = events.get(eventId);
    if (!event) continue;
    const opens = isReachedFirst(definition.minEmployees, event);
    if (opens === (standing !== 'below')) continue;
    await trx
      .updateTable('event_duties')
      .set({ standing: !opens ? 'below' : condition === null ? 'open' : 'offered' })
      .where('workspace_id', '=', place.workspaceId)
      .where('id', '=', dutyId)
      .execute();
    rejudged.push({ eventId, label: event.label, dutyId, title, opens });
  }
  return rejudged;
}
