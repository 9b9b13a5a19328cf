import { FIRST_YEAR, LAST_YEAR } from '@anupalan/domain/calendar-day';
import { STANDINGS } from '@anupalan/domain/reports/month-report';
import { z } from 'zod';
import { Filing } from '../fields/filing.ts';
import { Status } from '../status-history.ts';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { email, Id, Instant, IsoDay, LIMITS, optionalParagraphs, orNone, tidy } from '../wire/primitives.ts';

/** Addresses that a report goes to by one call, at most (R-reports-8). */
export const MOST_ADDRESSES = 5;

/** Of what is no month, and of one that has no report yet. */
export const MONTH_FAULT = 'Please choose a month';

/** A month, `2026-11`. */
const Month = tidy(MONTH_FAULT)
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, MONTH_FAULT)
  .refine((month) => Number(month.slice(0, 4)) >= FIRST_YEAR && Number(month.slice(0, 4)) < LAST_YEAR, MONTH_FAULT);

/** The record that an occurrence stands by, or that waits for its check. */
const ReportRecord = z.object({
  at: Instant,
  /** Names; null where nobody is named, or they were erased. */
  by: z.string().nullable(),
  checkedBy: z.string().nullable(),
  /** Of one of several registration numbers; null where it is about all of them. */
  registrationNumber: z.string().nullable(),
  /** Empty for free companies (R-reports-5). */
  note: z.string(),
  filing: Filing.nullable(),
});

/** An occurrence: its legal day, how it stands, and by which status; of what waits, the status that waits. */
const ReportDay = z.object({
  day: IsoDay,
  standing: z.enum(STANDINGS),
  status: Status,
  /** Set where some of several registration numbers are recorded, and not all. */
  numbers: z.object({ recorded: z.number().int(), of: z.number().int() }).optional(),
});

const ReportedItem = z.object({
  /** The item, or the duty of an event. */
  itemId: Id,
  title: z.string(),
  /** Set of a duty: its event (R-reports-10). */
  eventId: Id.optional(),
  /** Set of an obligation of the company's own. */
  own: z.literal(true).optional(),
});

const ReportLine = ReportedItem.extend({ ...ReportDay.shape, record: ReportRecord.nullable() });
export type ReportLine = z.infer<typeof ReportLine>;

/** Who sends the report: an own company only where it is another than the one that is reported on (R-reports-6). */
export const PreparedBy = z.object({
  name: z.string(),
  company: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
});

export type PreparedBy = z.infer<typeof PreparedBy>;

/** Numbers of occurrences by how they stand. */
export const Standings = z.object({
  settled: z.int(),
  waiting: z.int(),
  late: z.int(),
  open: z.int(),
}) satisfies z.ZodType<Record<(typeof STANDINGS)[number], number>>;

/** The status report of a month (R-reports-1). */
export const StatusReport = z.object({
  companyId: Id,
  companyName: z.string(),
  month: z.string(),
  /** The day on which it was made: everything stands as on this day. */
  madeOn: IsoDay,
  preparedBy: PreparedBy,
  /** The company's e-mail, which a report goes to unless others are named; empty when it has none. */
  companyEmail: z.string(),
  /** How many of what was due in the month stand how. */
  standing: Standings,
  /** Of the month's occurrences that have come: all, and those that were settled by their day. */
  onTime: z.object({ done: z.number().int(), of: z.number().int() }),
  /** Those of them that were done, and how many of these have evidence (R-evidence-15). */
  closedWithEvidence: z.object({ done: z.number().int(), of: z.number().int() }),
  /** By act; `actId` is null for the duties of events that rest on none. */
  due: z.array(z.object({ actId: Id.nullable(), act: z.string(), lines: z.array(ReportLine) })),
  /** What falls due in the month after it. */
  next: z.array(ReportLine.omit({ record: true }).extend({ act: z.string() })),
  /** What lies open from before the month: the oldest days first, 31 at most, and how many there are. */
  before: z.array(ReportedItem.extend({ act: z.string(), open: z.array(ReportDay), count: z.number().int() })),
});
export type StatusReport = z.infer<typeof StatusReport>;

export const readStatusReport = defineCall({
  id: 'readStatusReport',
  method: 'GET',
  path: '/companies/report',
  noun: 'reports',
  summary: 'The status report of a month of the company, the present one unless said otherwise',
  access: 'reports.read',
  query: z.object({ month: orNone(Month) }),
  answers: { 200: success(StatusReport) },
});

/** The addresses, each once; a fault names the one that is none. */
function readAddresses(typed: readonly string[], { addIssue }: z.RefinementCtx): string[] {
  const addresses = new Set<string>();
  for (const one of typed) {
    const { data } = email().safeParse(one);
    if (data === undefined) addIssue(one === '' ? ADDRESSES_FAULT : `${one} is not an e-mail address`);
    else addresses.add(data);
  }
  return [...addresses];
}

const ADDRESSES_FAULT = 'Please enter an e-mail address';

export const MailedReport = z.object({
  month: Month,
  /** The company's own e-mail unless said otherwise. */
  to: z
    .preprocess(
      (to) => (typeof to === 'string' ? [to] : to),
      z
        .array(tidy(ADDRESSES_FAULT), ADDRESSES_FAULT)
        .min(1, ADDRESSES_FAULT)
        .max(MOST_ADDRESSES, `Please enter at most ${MOST_ADDRESSES} addresses`)
        .transform(readAddresses),
    )
    .optional(),
  message: optionalParagraphs(LIMITS.note),
});
export type MailedReport = z.infer<typeof MailedReport>;

export const mailStatusReport = defineCall({
  id: 'mailStatusReport',
  method: 'POST',
  path: '/companies/report/mail',
  noun: 'reports',
  summary: 'Mail the status report of a month to up to five addresses, with answers to the caller’s own',
  access: 'reports.mail',
  body: MailedReport,
  answers: { 200: success(z.object({ to: z.array(z.string()) })) },
});
