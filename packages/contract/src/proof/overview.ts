import { z } from 'zod';
import { MailedReport, PreparedBy, Standings } from '../people/reports.ts';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { Id, IsoDay } from '../wire/primitives.ts';

/** Lines that a part of an overview names, at most; the others are counted (R-overview-5). */
export const MOST_NAMED = 8;

/** How many of how many. */
const Share = z.object({ done: z.number().int(), of: z.number().int() });

const OverviewLine = z.object({
  /** The item, or the duty of an event. */
  itemId: Id,
  /** Set of a duty: its event. */
  eventId: Id.optional(),
  title: z.string(),
  act: z.string(),
  /** The nominal day, and the one on which it really falls due. */
  day: IsoDay,
  legal: IsoDay,
});

/** Some lines, and how many there are. */
const Named = z.object({ count: z.number().int(), lines: z.array(OverviewLine) });

const LateLine = OverviewLine.extend({
  /** When it was done with; null while it is open: then it costs as much as by today. */
  settledOn: IsoDay.nullable(),
  /** Rupees; null where the amount that was due isn't known, or nobody can compute a fine. */
  amount: z.number().nullable(),
  /** Whether the amount that was due is that of another month, or the law's rate isn't sure. */
  estimate: z.boolean(),
});

/** A company on one page (R-overview-1). */
export const Overview = z.object({
  companyId: Id,
  companyName: z.string(),
  /** Everything stands as on this day. */
  madeOn: IsoDay,
  preparedBy: PreparedBy,
  /** The company's e-mail, which it is mailed to unless others are named; empty when it has none. */
  companyEmail: z.string(),
  /** How the occurrences of the present month stand. */
  month: z.string(),
  standing: Standings,
  /** Of the last twelve months, and the same by month, the oldest first. */
  onTime: Share,
  months: z.array(z.object({ month: z.string(), onTime: Share })),
  /** Of what was done of those, what has a file. */
  closedWithEvidence: Share,
  /** What falls due from today on, by day, within 31 days. */
  next: Named,
  /** What is late, the oldest first. */
  late: Named,
  /** What was late in the last twelve months, or is, and has a rule of what that costs; the dearest first. */
  lateCost: z.object({
    /** Rupees of those that are known; null where none is. */
    total: z.number().nullable(),
    estimate: z.boolean(),
    count: z.number().int(),
    /** How many of them cost something that isn't in the total. */
    unknown: z.number().int(),
    lines: z.array(LateLine),
  }),
});
export type Overview = z.infer<typeof Overview>;

export const readOverview = defineCall({
  id: 'readOverview',
  method: 'GET',
  path: '/companies/overview',
  noun: 'reports',
  summary:
    'The company on one page: this month, the rates of twelve months, what is next, what is late and what it costs',
  access: 'reports.read',
  answers: { 200: success(Overview) },
});

export const MailedOverview = MailedReport.omit({ month: true });
export type MailedOverview = z.infer<typeof MailedOverview>;

export const mailOverview = defineCall({
  id: 'mailOverview',
  method: 'POST',
  path: '/companies/overview/mail',
  noun: 'reports',
  summary: 'Mail the overview as a PDF to up to five addresses, with answers to the caller’s own',
  access: 'reports.mail',
  body: MailedOverview,
  answers: { 200: success(z.object({ to: z.array(z.string()) })) },
});

export const drawOverview = defineCall({
  id: 'drawOverview',
  method: 'GET',
  path: '/companies/overview/pdf',
  noun: 'reports',
  summary: 'The same as a PDF of one page',
  access: 'reports.read',
  media: ['application/pdf'],
  answers: { 200: z.any() },
});
