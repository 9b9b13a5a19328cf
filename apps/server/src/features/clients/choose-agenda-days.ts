import { AGENDA_DAYS } from '@anupalan/contract/people/clients';
import type { StatusWindow } from '@anupalan/contract/status-history';
import { daysFrom } from '@anupalan/domain/calendar-day';
import { AppError } from '../../platform/errors/errors.ts';
import type { Days } from '../tracker/choose-days.ts';

/** Days before and after today that an agenda covers unless it is asked for others. */
const USUAL = { before: 31, after: 31 };

/**
 * The days of an agenda (R-clients-5); an end that is left out lies a month from the other.
 * @throws AppError invalid when the ends are the wrong way round or too far apart.
 */
export function chooseAgendaDays({ from, to }: StatusWindow, today: Temporal.PlainDate): Days {
  const [first, last] = [dayOf(from), dayOf(to)];
  const days = {
    from: first ?? (last ?? today).subtract({ days: USUAL.before }),
    to: last ?? (first ?? today).add({ days: USUAL.after }),
  };
  const length = daysFrom(days.from, days.to) + 1;
  if (length < 1) throw invalidDays('The last day must not be before the first');
  if (length > AGENDA_DAYS) throw invalidDays(`Please choose at most ${AGENDA_DAYS} days`);
  return days;
}

function dayOf(iso: string | undefined): Temporal.PlainDate | null {
  return iso ? Temporal.PlainDate.from(iso.slice(0, 10)) : null;
}

function invalidDays(message: string): AppError {
  return new AppError('invalid', message, { faults: { to: message } });
}
