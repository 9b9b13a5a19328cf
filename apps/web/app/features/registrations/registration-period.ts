import type { Registration } from '@anupalan/contract/company/registrations';
import { formatDay, parseCalendarDay } from '@anupalan/domain/calendar-day';
import { type RegistrationState, registrationState, renewalDueOn } from '@anupalan/domain/registrations/kinds';

/** Period of a registration in words, with what is to be done about it. */
export interface PeriodWords {
  readonly state: RegistrationState;
  /** What is to be said first; null while nothing is to be done. */
  readonly notice: string | null;
  /** The period itself. */
  readonly period: string;
}

/** Words for the period of a registration (R-registrations-8). */
export function describePeriod(registration: Registration, today: Temporal.PlainDate): PeriodWords {
  const [from, until, renewalFiledOn] = [registration.from, registration.until, registration.renewalFiledOn].map(
    (day) => (day ? parseCalendarDay(day) : null),
  );
  const state = registrationState(
    registration,
    { until: until ?? null, renewalFiledOn: renewalFiledOn ?? null },
    today,
  );
  const since = from ? `Since ${formatDay(from)}` : '';
  if (!until) return { state, notice: null, period: since ? `${since}, does not expire` : 'Does not expire' };
  const notices: Readonly<Record<RegistrationState, string | null>> = {
    current: null,
    'renew-soon': `Expires on ${formatDay(until)}. ${describeDelay(renewalDueOn(registration, until), today)}`,
    'renewal-pending': `Renewal pending${renewalFiledOn ? `, filed on ${formatDay(renewalFiledOn)}` : ''}`,
    expired: `Expired on ${formatDay(until)}`,
  };
  const due = state === 'current' ? `, renew by ${formatDay(renewalDueOn(registration, until))}` : '';
  const range = from ? `${formatDay(from)} to ${formatDay(until)}` : `Until ${formatDay(until)}`;
  return { state, notice: notices[state], period: `${range}${due}` };
}

function describeDelay(due: Temporal.PlainDate, today: Temporal.PlainDate): string {
  return due.equals(today) ? 'Renewal is due today' : `Renewal was due on ${formatDay(due)}`;
}

/** Numbers that an item is filed under: of its kind, of its state, and not over (R-registrations-6). */
export function listNumbersFor(
  { kind, state }: Pick<Registration, 'kind'> & { state: NonNullable<Registration['state']> },
  registrations: readonly Registration[],
  today: Temporal.PlainDate,
): Registration[] {
  return registrations.filter(
    (one) =>
      one.kind === kind &&
      (state === '-' || one.state === null || one.state === '-' || one.state === state) &&
      describePeriod(one, today).state !== 'expired',
  );
}
