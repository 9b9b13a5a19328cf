import { hasTime } from '@anupalan/contract/events/events';
import { parseCalendarDay, parseMoment, toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { CompanyReach } from '@anupalan/domain/company-reach';
import { hasState } from '@anupalan/domain/company-reach';
import { type EventKind, eventDayFault, THRESHOLD } from '@anupalan/domain/events/event-kind';
import { ALL_STATES, type StateOrAll } from '@anupalan/domain/states';
import { AppError } from '../../platform/errors/errors.ts';

/** A fault of one field, in the words of its message. */
export function faultOf(field: string, message: string): AppError {
  return new AppError('invalid', message, { faults: { [field]: message } });
}

/**
 * The moment of an event as its kind asks for it: with the time of day where that counts, else midnight in UTC of its
 * day, which is the one that is written (R-events-3, R-api-9).
 * @throws AppError invalid
 */
export function momentOf(
  text: string,
  { field, kind, time }: { field: string; kind: Pick<EventKind, 'key'>; time: boolean },
  now: Temporal.Instant,
): Temporal.Instant {
  const given = parseMoment(text);
  const day = parseCalendarDay(text);
  if (!given || !day) throw faultOf(field, 'Invalid date format');
  if (time && !hasTime(text)) throw faultOf(field, 'Please enter the time of day, too: this deadline is in hours');
  const moment = time ? given : Temporal.Instant.from(toIsoMidnight(day));
  const fault = eventDayFault({ key: kind.key, asks: { time } }, moment, now);
  if (fault) throw faultOf(field, fault);
  return moment;
}

/** @throws AppError invalid where the kind asks for no number, or can't do without one (R-events-9) */
export function checkNumber({ key, asks }: Pick<EventKind, 'key' | 'asks'>, number: number | null): void {
  if (number !== null && !asks.number) throw faultOf('number', 'This kind of event has no number');
  if (number === null && key === THRESHOLD) throw faultOf('number', 'Please enter the number of employees');
}

/**
 * Checks that an event is in a state of the company, and at an establishment there.
 * @throws AppError invalid
 */
export function checkPlace(
  company: CompanyReach | null,
  { state, establishmentId }: { state: StateOrAll; establishmentId: string | null },
): void {
  if (!company) return;
  if (!hasState(state, company)) {
    throw faultOf('state', `Your company does not have ${state}. Add it to your states first`);
  }
  const place = company.establishments?.find(({ id }) => id === establishmentId);
  if (!place || place.state === state || place.state === ALL_STATES || state === ALL_STATES) return;
  throw faultOf('establishmentId', `This establishment is in ${place.state}`);
}
