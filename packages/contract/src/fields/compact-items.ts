import { MOVERS } from '@anupalan/domain/due-days/moved-days';
import { FREQUENCIES } from '@anupalan/domain/recurrence';
import { REGISTRATION_KINDS } from '@anupalan/domain/registrations/kinds';
import { NOTE, STATUSES } from '@anupalan/domain/statuses';
import { z } from 'zod';
import { AccessLevel } from '../compliance-fields.ts';
import { ReturnedRecord, WaitingRecord } from '../people/checks.ts';
import { Id, Instant, State } from '../wire/primitives.ts';
import { Exceptions, PossibleExtension } from './moved-days.ts';

/** A calendar day, without its midnight. */
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** The place of something in a table of the part. */
const Place = z.number().int();

const CompactRecord = z.object({
  _id: Id,
  status: z.enum([...STATUSES, NOTE]),
  /** In `notes`; without one it is empty. */
  note: Place.optional(),
  updatedAt: Instant,
  /** In `people`; without one nobody is known any more. */
  updatedBy: Place.optional(),
  imported: z.literal(true).optional(),
  /** In `people`. */
  checkedBy: Place.optional(),
  checkedAt: Instant.optional(),
  checkNote: z.string().optional(),
  checkedInstead: z.enum(['away', 'own', 'changed', 'gone']).optional(),
  noEvidenceReason: z.string().optional(),
  registrationId: Id.optional(),
  registrationNumber: z.string().optional(),
  takenBack: z.literal(true).optional(),
  takesBack: Id.optional(),
});
export type CompactRecord = z.infer<typeof CompactRecord>;

const CompactLine = z.object({
  registrationId: Id,
  status: z.enum(STATUSES),
  /** Unless nothing waits. */
  waiting: WaitingRecord.optional(),
  returned: ReturnedRecord.optional(),
});

const CompactEntry = z.object({
  _id: Id,
  /** In `people`, unless it is who wrote the oldest record. */
  userId: Place.optional(),
  isOwn: z.boolean().optional(),
  date: Day,
  /** Unless it is what the newest record that counts says, and `pending` without one. */
  current: z.enum(STATUSES).optional(),
  history: z.array(CompactRecord).optional(),
  /** Unless nothing waits. */
  waiting: WaitingRecord.optional(),
  returned: ReturnedRecord.optional(),
  lines: z.array(CompactLine).optional(),
  /** Unless it is `updatedAt`. */
  lastUpdated: Instant.optional(),
  /** Unless it is `updatedAt`. */
  createdAt: Instant.optional(),
  /** Unless it is that of the newest record. */
  updatedAt: Instant.optional(),
});
export type CompactEntry = z.infer<typeof CompactEntry>;

const CompactReminder = z.object({
  _id: Id,
  userId: Place.optional(),
  reminderDate: Instant,
  isAcknowledged: z.literal(true).optional(),
  createdAt: Instant,
  /** Unless it is `createdAt`. */
  updatedAt: Instant.optional(),
});
export type CompactReminder = z.infer<typeof CompactReminder>;

const CompactSubmission = z.object({
  _id: Id,
  date: Day,
  description: z.string().optional(),
  userId: Place.optional(),
});
export type CompactSubmission = z.infer<typeof CompactSubmission>;

const CompactPayment = CompactSubmission.extend({ amount: z.number() });
export type CompactPayment = z.infer<typeof CompactPayment>;

/** A value; without a text it is empty. */
const CompactValue = z.object({
  text: z.string().optional(),
  isLink: z.literal(true).optional(),
  locked: z.literal(true).optional(),
});
export type CompactValue = z.infer<typeof CompactValue>;

const CompactDueDate = z.object({
  date: Day.optional(),
  frequency: z.enum(FREQUENCIES),
  nextDueDate: Day.optional(),
  description: z.string().optional(),
  reminderDays: z.array(z.number().int()).optional(),
  exceptions: Exceptions.optional(),
});
export type CompactDueDate = z.infer<typeof CompactDueDate>;

const CompactMovedDay = z.object({
  day: Day,
  /** Unless it is the nominal day. */
  legal: Day.optional(),
  company: Day.optional(),
  by: z.array(z.object({ what: z.enum(MOVERS), source: z.string() })).optional(),
});
export type CompactMovedDay = z.infer<typeof CompactMovedDay>;

const CompactProvenance = z.object({
  source: Place,
  /** Unless it is high. */
  confidence: z.enum(['medium', 'low']).optional(),
  notes: Place.optional(),
  checkedOn: Place,
});

const CompactItem = z.object({
  _id: Id,
  /** In `texts`, like everything here that is a place and says nothing else. */
  actId: Place,
  srNo: z.number().int(),
  title: z.string(),
  description: Place.optional(),
  /** Unless it is for every state. */
  state: State.optional(),
  /** Unless it is 0. */
  minEmployees: z.number().optional(),
  /** Unless it is 0. */
  maxEmployees: z.number().optional(),
  /** In `values`, in the order of `fields`. */
  values: z.array(Place).optional(),
  /** Unless it is free. */
  accessLevel: AccessLevel.optional(),
  /** In `dueDates`. */
  dueDate: Place,
  own: z.literal(true).optional(),
  registrationId: Id.optional(),
  /** Of an item that has ended. */
  ended: z.string().optional(),
  provenance: CompactProvenance.optional(),
  createdBy: Place.optional(),
  createdAt: Place,
  /** Unless it is `createdAt`. */
  updatedAt: Place.optional(),
  /** Unless it is the part's. */
  trackedFrom: Day.optional(),
  statusHistory: z.array(CompactEntry).optional(),
  statusHistoryTotal: z.number().int().optional(),
  statusHistoryCut: z.enum(['records', 'entries']).optional(),
  customReminders: z.array(CompactReminder).optional(),
  paymentDates: z.array(CompactPayment).optional(),
  submissionDates: z.array(CompactSubmission).optional(),
  movedDays: z.array(CompactMovedDay).optional(),
  possibleExtensions: z.array(PossibleExtension).optional(),
  /** In `assignments`, unless it is the first of them. */
  assignment: Place.optional(),
});
export type CompactItem = z.infer<typeof CompactItem>;

/**
 * Items of the tracker with nothing said twice (R-api-27): texts that several items share, values, due dates, people and
 * notes stand in tables, by their places; what is empty, null or usual is left out. An answer is one such part, or
 * several when it is large. `expandItems` makes the items of them.
 */
export const CompactItems = z.object({
  /** The viewer. */
  userId: Id,
  /** Of items without one of their own. */
  trackedFrom: Day.optional(),
  /** Of every item, for a viewer with a period only; an end that is open is left out. */
  period: z.object({ from: Day.optional(), to: Day.optional() }).optional(),
  /** The ids of the compliance fields, in the order of each item's values. */
  fields: z.array(Id).optional(),
  items: z.array(CompactItem),
  /** The places among the items of those that are filed under each kind of registration. */
  registrationKinds: z.partialRecord(z.enum(REGISTRATION_KINDS), z.array(Place)).optional(),
  texts: z.record(z.string(), z.string()).optional(),
  values: z.record(z.string(), CompactValue).optional(),
  dueDates: z.record(z.string(), CompactDueDate).optional(),
  /** Nobody, whose data were erased, has neither. */
  people: z.array(z.object({ _id: Id.optional(), name: z.string().optional() })).optional(),
  notes: z.array(z.string()).optional(),
  /** The company's own holidays, which are each item's. */
  holidays: z.array(Day).optional(),
  /** Unless the viewer is responsible for everything, without deputy and checker, as who is alone in a company. */
  assignments: z
    .array(z.object({ responsible: Id.optional(), deputy: Id.optional(), checker: Id.optional() }))
    .optional(),
});
export type CompactItems = z.infer<typeof CompactItems>;
