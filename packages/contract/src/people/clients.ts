import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import {
  calendarDay,
  EmployeeCount,
  Id,
  Instant,
  IsoDay,
  LIMITS,
  optionalText,
  orNone,
  PageNumber,
  Pagination,
  pageSize,
  State,
} from '../wire/primitives.ts';
import { MemberRole } from './members.ts';
import { CompanyPlan } from './memberships.ts';

/** The orders of the list of companies; what is worst or nearest comes first, and names decide between equals. */
export const CLIENT_ORDERS = ['name', 'overdue', 'due-soon', 'waiting', 'on-time', 'next-due'] as const;
export type ClientOrder = (typeof CLIENT_ORDERS)[number];

/** What a company may be looked for by. */
export const CLIENT_NEEDS = ['overdue', 'due-soon', 'waiting'] as const;
export type ClientNeed = (typeof CLIENT_NEEDS)[number];

/** A company of the caller as it stands today (R-clients-2). */
export const Client = z.object({
  _id: Id,
  companyName: z.string(),
  role: MemberRole,
  plan: CompanyPlan,
  states: z.array(State),
  employeeCount: EmployeeCount,
  /** Obligations whose current occurrence has passed and isn't settled. */
  overdue: z.number().int(),
  /** Those that fall due from today to seven days from now. */
  dueSoon: z.number().int(),
  /** Records that wait for their check. */
  waiting: z.number().int(),
  /** Occurrences of the last twelve months, and those of them that were done by their legal day. */
  onTime: z.object({ done: z.number().int(), of: z.number().int() }),
  /** Those of them that were done, and how many of these have evidence (R-evidence-15). */
  closedWithEvidence: z.object({ done: z.number().int(), of: z.number().int() }),
  /** The next day on which something falls due; null when nothing does. */
  nextDue: IsoDay.nullable(),
  /** Set of a company whose figures can't be read, which are all nothing then (R-clients-7). */
  unreadable: z.literal(true).optional(),
});
export type Client = z.infer<typeof Client>;

/** A company that can't be read, where others are (R-clients-7). */
export const UnreadableCompany = z.object({ companyId: Id, companyName: z.string() });
export type UnreadableCompany = z.infer<typeof UnreadableCompany>;

export const ClientFilters = z.object({
  search: optionalText(LIMITS.name),
  needs: orNone(z.enum(CLIENT_NEEDS, { error: 'Unknown filter' })),
  sort: z.enum(CLIENT_ORDERS, { error: 'Unknown order' }).default('name'),
});
export type ClientFilters = z.infer<typeof ClientFilters>;

export const listClients = defineCall({
  id: 'listClients',
  method: 'GET',
  path: '/companies',
  noun: 'clients',
  summary: 'The companies that the caller belongs to, with what is overdue, due soon and waiting in each',
  access: 'companies.list',
  query: ClientFilters.extend({ page: PageNumber, limit: pageSize(50) }),
  answers: { 200: z.object({ ...success(z.array(Client)).shape, pagination: Pagination }) },
});

/** Duties of events in an agenda at most, the earliest of them (R-clients-6). */
export const MOST_AGENDA_DUTIES = 1_000;

/** One occurrence of one obligation over all companies that have it (R-clients-5), or a duty of an event (R-clients-6). */
export const ClientsDue = z.object({
  /** The item, or the duty. */
  itemId: Id,
  title: z.string(),
  act: z.string(),
  /** The legal day of the occurrence. */
  day: IsoDay,
  /** Its nominal day, by which it is filed, where that is another one. */
  forDate: IsoDay.optional(),
  /** The companies that it falls due for, and those of them in which it is settled. */
  of: z.number().int(),
  settled: z.number().int(),
  /** The only company that has it, where it is that company's own obligation, or a duty of its event. */
  companyId: Id.optional(),
  /** Set of a duty: its event, with the company's name, and the moment where it is due at an hour. */
  event: z
    .object({ _id: Id, kindName: z.string(), label: z.string(), companyName: z.string(), dueAt: Instant.nullable() })
    .optional(),
});
export type ClientsDue = z.infer<typeof ClientsDue>;

/** Days that an agenda covers at most. */
export const AGENDA_DAYS = 93;

export const readClientsAgenda = defineCall({
  id: 'readClientsAgenda',
  method: 'GET',
  path: '/companies/agenda',
  noun: 'clients',
  summary:
    'What falls due in the companies of the caller, by day and obligation, with duties of events; at most 93 days',
  access: 'companies.read-agenda',
  query: z.object({ from: orNone(calendarDay()), to: orNone(calendarDay()) }),
  answers: {
    /** With `more` there are more duties of events than these; nothing is there of companies that are `unreadable`. */
    200: success(z.array(ClientsDue)).extend({
      more: z.literal(true).optional(),
      unreadable: z.array(UnreadableCompany).optional(),
    }),
  },
});
