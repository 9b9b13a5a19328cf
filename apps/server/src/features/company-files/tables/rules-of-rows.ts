import { periodFault } from '@anupalan/contract/company/registrations';
import { NewFieldValue } from '@anupalan/contract/compliance-items';
import { isEmployeeRange, RANGE_FAULT } from '@anupalan/contract/fields/employee-range';
import { parseCalendarDay } from '@anupalan/domain/calendar-day';
import { findExceptionFault, type ScheduleException } from '@anupalan/domain/due-days/exceptions';
import { findFilingFault } from '@anupalan/domain/due-days/filing-days';
import { findCompanyDayFault } from '@anupalan/domain/due-days/moved-days';
import { THRESHOLD } from '@anupalan/domain/events/event-kind';
import type { Frequency } from '@anupalan/domain/recurrence';
import type { RegistrationKind } from '@anupalan/domain/registrations/kinds';
import { normaliseNumber, numberFault } from '@anupalan/domain/registrations/numbers';
import { NOTE } from '@anupalan/domain/statuses';
import type { z } from 'zod';
import type { EventKindDefinition } from './definitions.ts';

/*
 * What the calls ask of several parts of a row at once.
 */

type Context = z.core.$RefinementCtx;

function refuse(context: Context, column: string, message: string): void {
  context.addIssue({ code: 'custom', path: [column], message });
}

interface Establishment {
  readonly follows_profile: boolean;
  readonly name: string | null;
  readonly state: string | null;
  readonly city: string | null;
  readonly employee_count: number | null;
}

/** Only the place that every company has follows the profile in what it doesn't say itself. */
export function judgeEstablishment(row: Establishment, context: Context): void {
  const isWhole = [row.name, row.state, row.city, row.employee_count].every((part) => part !== null);
  if (!row.follows_profile && !isWhole) refuse(context, 'name', 'is missing, or another part is');
}

/** R-catalogue-9. */
export function judgeHeadcounts(row: { min_employees: number; max_employees: number }, context: Context): void {
  const range = { minEmployees: row.min_employees, maxEmployees: row.max_employees };
  if (!isEmployeeRange(range)) refuse(context, 'max_employees', RANGE_FAULT);
}

interface Registration {
  kind: RegistrationKind;
  number: string;
  from_day: string | null;
  until_day: string | null;
  renewal_filed_on: string | null;
}

/** R-registrations-3, R-registrations-5; the number is normalised as by its call. */
export function judgeRegistration(row: Registration, context: Context): void {
  row.number = normaliseNumber(row.kind, row.number);
  const fault = numberFault(row.kind, row.number);
  if (fault) refuse(context, 'number', fault);
  const misfit = periodFault({ from: row.from_day, until: row.until_day, renewalFiledOn: row.renewal_filed_on });
  if (misfit) refuse(context, misfit.field === 'until' ? 'until_day' : 'renewal_filed_on', misfit.message);
}

interface Schedule {
  readonly due_date: string | null;
  readonly frequency: Frequency;
  readonly exceptions: readonly ScheduleException[];
}

/** R-due-dates-4. Exceptions outlive a changed schedule (R-due-dates-21), so they are judged as days alone. */
export function judgeSchedule({ due_date, frequency, exceptions }: Schedule, context: Context): void {
  if ((frequency === 'never') !== (due_date === null)) refuse(context, 'due_date', 'does not fit the frequency');
  const first = Temporal.PlainDate.from('2028-01-01');
  const fault = findExceptionFault(exceptions, { first, frequency: 'daily' });
  if (fault) refuse(context, 'exceptions', fault);
}

interface Item {
  readonly registration_id: string | null;
  readonly frequency: Frequency;
  readonly title: string;
  readonly reminder_days: readonly number[];
  readonly exceptions: readonly unknown[];
  readonly import_key: string | null;
  readonly description: string;
}

/** The renewal of a registration is made by the server (R-registrations-7), and says nothing of its own. */
export function judgeRenewal(row: Item, context: Context): void {
  if (row.registration_id === null) return;
  const isMade =
    (row.frequency === 'once' || row.frequency === 'never') &&
    row.title.startsWith('Renew ') &&
    row.exceptions.length === 0 &&
    row.import_key === null &&
    row.description === '';
  if (!isMade) refuse(context, 'registration_id', 'is that of an obligation that is no renewal');
}

/** R-catalogue-19. */
export function judgeValue(row: { text: string; is_link: boolean }, context: Context): void {
  if (!NewFieldValue.safeParse({ text: row.text, isLink: row.is_link }).success) refuse(context, 'text', 'is no link');
}

interface Event {
  readonly kind: string;
  readonly definition: z.infer<typeof EventKindDefinition>;
  readonly visibility: string;
  readonly number: number | null;
  readonly later_days: Readonly<Record<string, string>>;
  readonly named: readonly string[];
}

/** R-events-2, R-events-9, R-events-20: an event is as its kind asks. */
export function judgeEvent(row: Event, context: Context): void {
  const { kind, definition, visibility, number } = row;
  const { asks } = definition;
  if (definition.key !== kind) refuse(context, 'definition', 'is of another kind');
  if (definition.visibility !== visibility) refuse(context, 'visibility', 'is not that of its kind');
  if (number !== null && !asks.number) refuse(context, 'number', 'is not asked for');
  if (number === null && kind === THRESHOLD) refuse(context, 'number', 'is missing');
  const unknown = Object.keys(row.later_days).find((key) => !asks.laterDays.some((day) => day.key === key));
  if (unknown !== undefined) refuse(context, 'later_days', 'has a day that its kind does not have');
  if (visibility !== 'named' && row.named.length > 0) refuse(context, 'named', 'is for complaints alone');
}

interface Duty {
  readonly standing: string;
  readonly recorded: string | null;
  readonly due_day: string | null;
  readonly due_at: string | null;
}

/** Only a duty that is open has a status (R-events-7). */
export function judgeDuty({ standing, recorded, due_day, due_at }: Duty, context: Context): void {
  if (recorded !== null && standing !== 'open') refuse(context, 'recorded', 'is that of a duty that is not open');
  if (due_at !== null && due_day === null) refuse(context, 'due_at', 'has no day');
}

interface Checked {
  readonly checked_by: string | null;
  readonly checked_at: string | null;
  readonly check_note: string | null;
  readonly updated_by: string | null;
  readonly impersonator_id: string | null;
}

/** Nobody checks what they recorded (R-checks-9). */
export function judgeCheck(row: Checked, context: Context): void {
  const { checked_by, checked_at, check_note } = row;
  const isWhole = checked_by === null ? checked_at === null : checked_at !== null && check_note !== null;
  if (!isWhole) refuse(context, 'checked_by', 'is missing, or another part of the check is');
  if (checked_by !== null && [row.updated_by, row.impersonator_id].includes(checked_by)) {
    refuse(context, 'checked_by', 'recorded it, too');
  }
}

/** What takes a record of a duty back is a note (R-events-25), and only what is done was filed. */
export function judgeDutyRecord(
  row: { readonly status: string; readonly takes_back: string | null; readonly filing: unknown },
  context: Context,
): void {
  if ((row.takes_back !== null) !== (row.status === NOTE)) refuse(context, 'status', 'does not fit what it takes back');
  if (row.filing !== null && row.status !== 'done') refuse(context, 'filing', 'is of something that is not done');
}

interface Filed {
  readonly day: string | null;
  readonly filing: { readonly filedOn?: string | undefined } | null;
}

/** R-statuses-21, by the rhythm with the longest period: that of the obligation may have been another one then. */
export function judgeFiling({ day, filing }: Filed, context: Context): void {
  const [filed, nominal] = [parseCalendarDay(filing?.filedOn ?? ''), parseCalendarDay(day ?? '')];
  if (filed === null || nominal === null) return;
  const fault = findFilingFault(filed, { day: nominal, frequency: '2-years' });
  if (fault) refuse(context, 'filing', fault);
}

/** R-due-dates-25, without what the law says of the obligation, which may have been something else then. */
export function judgeCompanyDay(row: { readonly day: string; readonly company_day: string }, context: Context): void {
  const [day, company] = [parseCalendarDay(row.day), parseCalendarDay(row.company_day)];
  if (day === null || company === null) return;
  const fault = findCompanyDayFault(company, { day, legal: day }, { basis: 'company', latestAfter: null });
  if (fault) refuse(context, 'company_day', fault);
}
