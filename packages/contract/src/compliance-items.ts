import { FREQUENCIES } from '@anupalan/domain/recurrence';
import { REGISTRATION_KINDS } from '@anupalan/domain/registrations/kinds';
import { z } from 'zod';
import { AccessLevel } from './compliance-fields.ts';
import { MaxEmployees, MinEmployees, withEmployeeRange } from './fields/employee-range.ts';
import { Exceptions, MovedDay, PossibleExtension } from './fields/moved-days.ts';
import { Provenance } from './fields/provenance.ts';
import { Assignment } from './people/assignments.ts';
import { HistoryRecord, StatusEntry, StatusWindow } from './status-history.ts';
import { defineCall } from './wire/call.ts';
import { Acknowledgement, success } from './wire/envelope.ts';
import {
  ActedFor,
  calendarDay,
  Id,
  Instant,
  IsoDay,
  LIMITS,
  orNull,
  paragraphs,
  State,
  StateChoice,
  text,
  tidy,
} from './wire/primitives.ts';
import { Version } from './wire/version.ts';
import { isWebAddress } from './wire/web-address.ts';

/** The catalogue goes out whole, so it is capped (R-catalogue-1). */
export const MAX_ITEMS = 10_000;

export const FieldValue = z.object({
  text: z.string(),
  isLink: z.boolean(),
  /** Set, with an empty text, when the reader's plan does not include the value (R-tracker-5). */
  locked: z.literal(true).optional(),
});
export type FieldValue = z.infer<typeof FieldValue>;

export const DueDate = z.object({
  /** The first occurrence; null when the frequency is `never`. */
  date: IsoDay.nullable(),
  frequency: z.enum(FREQUENCIES),
  nextDueDate: IsoDay.nullable(),
  description: z.string(),
  reminderDays: z.array(z.number().int()),
  /** Occurrences that fall due on another day every year (R-due-dates-21); left out without any. */
  exceptions: Exceptions.optional(),
});
export type DueDate = z.infer<typeof DueDate>;

export const CustomReminder = z.object({
  _id: Id,
  complianceId: Id,
  userId: Id.nullable(),
  reminderDate: Instant,
  isAcknowledged: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type CustomReminder = z.infer<typeof CustomReminder>;

export const PaymentDate = z.object({
  _id: Id,
  date: IsoDay,
  /** Rupees, at most two decimals. */
  amount: z.number(),
  description: z.string(),
  userId: Id.nullable(),
});
export type PaymentDate = z.infer<typeof PaymentDate>;

export const SubmissionDate = z.object({ _id: Id, date: IsoDay, description: z.string(), userId: Id.nullable() });
export type SubmissionDate = z.infer<typeof SubmissionDate>;

export const ComplianceItem = z.object({
  _id: Id,
  actId: Id,
  srNo: z.number().int(),
  title: z.string(),
  description: z.string(),
  state: State,
  minEmployees: z.number(),
  /** The maximum; 0 is unlimited. */
  maxEmployees: z.number(),
  /** The values by field id. */
  values: z.record(z.string(), FieldValue),
  accessLevel: AccessLevel,
  dueDate: DueDate,
  /** Set of an obligation of the company's own, which nobody else sees (R-registrations-11). */
  own: z.literal(true).optional(),
  /** The registration whose renewal it is; it never falls due while a renewal is pending (R-registrations-7). */
  registrationId: Id.optional(),
  /** The kind of registration that it is filed under (R-registrations-6). */
  registrationKind: z.enum(REGISTRATION_KINDS).optional(),
  /** Why it falls due no more, of an item that has ended; what was recorded stays readable (R-catalogue-27). */
  ended: z.string().optional(),
  provenance: Provenance.nullable(),
  /**
   * The first day the viewer's workspace answers for this item; occurrences before it count as nobody's omission
   * (R-due-dates-12).
   */
  trackedFrom: IsoDay,
  /** The days that the reader sees of it, both included; there for a viewer with a period only (R-companies-21). */
  period: z.object({ from: IsoDay.nullable(), to: IsoDay.nullable() }).optional(),
  statusHistory: z.array(StatusEntry),
  /**
   * The number of all entries, which are read page by page: for administrators (R-statuses-9), and for premium users
   * when `statusHistory` has fewer (R-statuses-16).
   */
  statusHistoryTotal: z.number().int().optional(),
  /**
   * Set when there are so many entries that each carries its newest record only (`records`), or that some days are left
   * out, too (`entries`) (R-statuses-16).
   */
  statusHistoryCut: z.enum(['records', 'entries']).optional(),
  /** A second list for older clients; everything recorded is in `statusHistory`. */
  history: z.array(HistoryRecord),
  customReminders: z.array(CustomReminder),
  paymentDates: z.array(PaymentDate),
  submissionDates: z.array(SubmissionDate),
  /** The occurrences of the answer's days that have other days than the nominal one (R-due-dates-20). */
  movedDays: z.array(MovedDay).default([]),
  /** The extensions that hold once the company says that it meets their conditions (R-due-dates-29). */
  possibleExtensions: z.array(PossibleExtension).default([]),
  /** The company's own holidays within the answer's days, by which safe days go (R-due-dates-23); left out without any. */
  holidays: z.array(IsoDay).optional(),
  /** Who is responsible, deputy and checker (R-checks-2); instances of the version before leave it out. */
  assignment: Assignment.default({ responsible: null, deputy: null, checker: null }),
  /** The viewer. */
  userId: Id,
  /** The author; null for the shipped catalogue. */
  createdBy: Id.nullable(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ComplianceItem = z.infer<typeof ComplianceItem>;

export const ACT_FAULT = 'Please select an Act';

export const DATE_FAULT = 'Invalid date format';

/** The reminder days of a new item, in days before the due date (R-catalogue-21). */
const DEFAULT_REMINDER_DAYS = [7, 3, 1];

const MOST_REMINDER_DAYS = 20;

const REMINDER_DAY_FAULT = 'Reminder days must be whole numbers from 0 to 366';

const dueDateParts = {
  /** The first occurrence; an empty one is none. */
  date: orNull(calendarDay()),
  frequency: z.enum(FREQUENCIES, { error: 'Please select a frequency' }),
  description: paragraphs('Description must be text', { min: 0, max: LIMITS.note }),
  reminderDays: z
    .array(z.int(REMINDER_DAY_FAULT).min(0, REMINDER_DAY_FAULT).max(366, REMINDER_DAY_FAULT), REMINDER_DAY_FAULT)
    .max(MOST_REMINDER_DAYS, `There can be at most ${MOST_REMINDER_DAYS} reminder days`),
  exceptions: Exceptions,
};

/** Whether an item has a date or needs none: only items that never fall due need none (R-due-dates-4). */
export function hasDateIfDue({ date, frequency }: Pick<z.infer<typeof DueDate>, 'date' | 'frequency'>): boolean {
  return frequency === 'never' || date !== null;
}

const NewDueDate = z
  .object(
    {
      date: dueDateParts.date.default(null),
      frequency: dueDateParts.frequency,
      description: dueDateParts.description.default(''),
      reminderDays: dueDateParts.reminderDays.default(DEFAULT_REMINDER_DAYS),
      exceptions: dueDateParts.exceptions.default([]),
    },
    DATE_FAULT,
  )
  .refine(hasDateIfDue, DATE_FAULT);

const VALUE_FAULT = 'A value must be text or a link';

/** A value as forms send it: older clients send its plain text only (R-catalogue-19). */
export const NewFieldValue = z.preprocess(
  (value) => (typeof value === 'string' ? { text: value } : value),
  z
    .object(
      {
        ...FieldValue.shape,
        text: paragraphs(VALUE_FAULT, { min: 0, max: LIMITS.note }),
        isLink: z.boolean(VALUE_FAULT).default(false),
      },
      VALUE_FAULT,
    )
    .refine(
      (value) => !value.isLink || value.text === '' || isWebAddress(value.text),
      'A link must start with http:// or https://',
    ),
);

const parts = {
  actId: z.uuidv7(ACT_FAULT),
  title: text('Please enter a title', { max: LIMITS.line }),
  /** Rich text of any kind; only its plain formatting is kept (R-tracker-18). */
  description: paragraphs('Description must be text', { min: 0, max: LIMITS.richText }),
  state: StateChoice,
  minEmployees: MinEmployees,
  maxEmployees: MaxEmployees,
  /** The values by field id. An empty text is no value; a locked one stays as it is, since its sender never saw it. */
  values: z.record(tidy('Values must be given by field'), NewFieldValue, 'Values must be given by field'),
  accessLevel: AccessLevel,
};

/**
 * A new item; parts that acts have too are the act's when they are left out (R-catalogue-18), and the author is the
 * caller.
 */
export const NewComplianceItem = withEmployeeRange(
  ActedFor.extend({
    actId: parts.actId,
    title: parts.title.optional(),
    description: parts.description.default(''),
    state: parts.state.optional(),
    minEmployees: parts.minEmployees.optional(),
    maxEmployees: parts.maxEmployees.optional(),
    values: parts.values.default({}),
    accessLevel: parts.accessLevel.default('free'),
    dueDate: NewDueDate,
  }),
);
export type NewComplianceItem = z.infer<typeof NewComplianceItem>;

/** The changes of an item; parts left out stay as they are, within `values` and `dueDate` too (R-catalogue-2). */
export const ComplianceItemChanges = withEmployeeRange(
  z
    .object({ ...parts, dueDate: z.object(dueDateParts, DATE_FAULT).partial() })
    .partial()
    .extend({ ...ActedFor.shape, updatedAt: Version.optional() }),
);
export type ComplianceItemChanges = z.infer<typeof ComplianceItemChanges>;

export const listComplianceItems = defineCall({
  id: 'listComplianceItems',
  method: 'GET',
  path: '/compliance/data',
  noun: 'compliance-items',
  summary: "The viewer's own view of the catalogue: what applies to them, with what their workspace recorded",
  access: 'compliance-items.list',
  query: StatusWindow.extend({ userId: tidy('Please name one user').optional() }),
  answers: { 200: success(z.array(ComplianceItem)) },
});

export const createComplianceItem = defineCall({
  id: 'createComplianceItem',
  method: 'POST',
  path: '/compliance/data',
  noun: 'compliance-items',
  summary: 'Add an item; state, bounds and title are those of its act unless given',
  access: 'compliance-items.manage',
  query: StatusWindow,
  body: NewComplianceItem,
  answers: { 201: success(ComplianceItem) },
});

export const updateComplianceItem = defineCall({
  id: 'updateComplianceItem',
  method: 'PATCH',
  path: '/compliance/data/:id',
  noun: 'compliance-items',
  summary: 'Change an item; with `updatedAt` only if nobody changed it since',
  access: 'compliance-items.manage',
  params: z.object({ id: Id }),
  query: StatusWindow,
  body: ComplianceItemChanges,
  answers: { 200: success(ComplianceItem) },
});

export const deleteComplianceItem = defineCall({
  id: 'deleteComplianceItem',
  method: 'DELETE',
  path: '/compliance/data/:id',
  noun: 'compliance-items',
  summary: 'Delete an item with all that was recorded about it',
  access: 'compliance-items.manage',
  params: z.object({ id: Id }),
  query: ActedFor,
  answers: { 200: Acknowledgement },
});
