/** A day off that comes back: on a day of the year, or on a weekday (0 is Sunday), `nth` of the month or each. */
export interface PublicHoliday {
  readonly key: string;
  readonly name: string;
  readonly rule: { readonly monthDay: string } | { readonly weekday: number; readonly nth: readonly number[] };
}

/**
 * The days on which offices or banks are closed everywhere (R-due-dates-27). They and their sources are
 * `catalogue/parameters/holidays.json`, to which a test compares them.
 */
export const PUBLIC_HOLIDAYS: readonly PublicHoliday[] = [
  { key: 'republic-day', name: 'Republic Day', rule: { monthDay: '01-26' } },
  { key: 'independence-day', name: 'Independence Day', rule: { monthDay: '08-15' } },
  { key: 'gandhi-jayanti', name: "Mahatma Gandhi's birthday", rule: { monthDay: '10-02' } },
  { key: 'sunday', name: 'Sunday', rule: { weekday: 0, nth: [] } },
  { key: 'bank-second-saturday', name: 'Second Saturday', rule: { weekday: 6, nth: [2] } },
  { key: 'bank-fourth-saturday', name: 'Fourth Saturday', rule: { weekday: 6, nth: [4] } },
];

/** A company's own days off, as ISO days (`2026-11-09`). */
export type OwnHolidays = ReadonlySet<string>;

const NONE: OwnHolidays = new Set();

/** The public holiday that a day is, if it is one. */
export function findPublicHoliday(day: Temporal.PlainDate): PublicHoliday | undefined {
  const monthDay = day.toString().slice(-5);
  const weekday = day.dayOfWeek % 7;
  const nth = Math.ceil(day.day / 7);
  return PUBLIC_HOLIDAYS.find(({ rule }) =>
    'monthDay' in rule ? rule.monthDay === monthDay : rule.weekday === weekday && isNth(rule.nth, nth),
  );
}

function isNth(wanted: readonly number[], nth: number): boolean {
  return wanted.length === 0 || wanted.includes(nth);
}

/** The first day on or after a day that is no public holiday. */
export function nextOpenDay(day: Temporal.PlainDate): Temporal.PlainDate {
  let open = day;
  while (findPublicHoliday(open)) open = open.add({ days: 1 });
  return open;
}

const SATURDAY = 6;

/** Days off in a row before a safe day is looked for no more. */
const LONGEST_BREAK = 31;

/**
 * The last working day on or before a day, with Saturdays counted as free (R-due-dates-23). Who is off for longer than a
 * month is told the day itself.
 */
export function safeDayOf(day: Temporal.PlainDate, own: OwnHolidays = NONE): Temporal.PlainDate {
  let safe = day;
  for (let back = 0; back < LONGEST_BREAK; back++) {
    if (safe.dayOfWeek !== SATURDAY && !findPublicHoliday(safe) && !own.has(safe.toString())) return safe;
    safe = safe.subtract({ days: 1 });
  }
  return day;
}
