import type { StatusWindow } from '@anupalan/contract/status-history';
import { isBefore } from '@anupalan/domain/calendar-day';
import { statusWindow } from '@anupalan/domain/occurrence';
import { AppError } from '../../platform/errors/errors.ts';

/** The days an answer covers, both ends included. */
export interface Days {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
}

const YEARS_AT_MOST = 3;

/**
 * The days a call asks for; an end it leaves out lies as far from the other as is allowed (R-api-14).
 * @throws AppError invalid when the ends are the wrong way round or too far apart.
 */
export function chooseDays({ from, to }: StatusWindow, today: Temporal.PlainDate): Days {
  const usual = usualDays(today);
  if (from === undefined && to === undefined) return usual;
  const days = {
    from: from ? dayOf(from) : to ? dayOf(to).subtract({ years: YEARS_AT_MOST }) : usual.from,
    to: to ? dayOf(to) : from ? dayOf(from).add({ years: YEARS_AT_MOST }) : usual.to,
  };
  if (isBefore(days.to, days.from)) throw invalidDays('The last day must not be before the first');
  if (isBefore(days.from.add({ years: YEARS_AT_MOST }), days.to)) {
    throw invalidDays(`Please choose at most ${YEARS_AT_MOST} years`);
  }
  return days;
}

/** The days of nearly every call, which are the same all day: computing them costs as much as reading a small body. */
let latest: { readonly today: Temporal.PlainDate; readonly days: Days } | undefined;

function usualDays(today: Temporal.PlainDate): Days {
  // The same object all day: `todayInIndia` keeps it.
  if (latest?.today !== today) latest = { today, days: statusWindow(today) };
  return latest.days;
}

function invalidDays(message: string): AppError {
  return new AppError('invalid', message, { faults: { to: message } });
}

/** The day of a midnight as the contract writes it. */
function dayOf(isoMidnight: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(isoMidnight.slice(0, 10));
}
