import { FREQUENCIES } from '@anupalan/domain/recurrence';
import { z } from 'zod';
import { defineCall } from './call.ts';
import { AccessLevel } from './compliance-fields.ts';
import { employeeRange, MaxEmployees, MinEmployees } from './employee-range.ts';
import { Acknowledgement, success } from './envelope.ts';
import {
  ActedFor,
  calendarDay,
  Id,
  Instant,
  IsoDay,
  isWebAddress,
  LIMITS,
  State,
  StateChoice,
  text,
} from './primitives.ts';
import { HistoryRecord, StatusEntry, StatusWindow } from './status-history.ts';
import { Version } from './version.ts';

/** The catalogue goes out whole, so it is capped (decisions, section 2). */
export const MAX_ITEMS = 10_000;

export const FieldValue = z.object({
  text: z.string(),
  isLink: z.boolean(),
  /** Set, with an empty text, when the reader's plan does not include the value. */
  locked: z.literal(true).optional(),
});
export type FieldValue = z.infer<typeof FieldValue>;

export const DueDate = z.object({
  /** First occurrence; null when the frequency is `never`. */
  date: IsoDay.nullable(),
  frequency: z.enum(FREQUENCIES),
  nextDueDate: IsoDay.nullable(),
  description: z.string(),
  reminderDays: z.array(z.number().int()),
});

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

/** Where a shipped obligation comes from and how sure it is; null for what an administrator wrote. */
export const Provenance = z.object({
  source: z.string(),
  confidence: z.enum(['high', 'medium', 'low']),
  notes: z.string(),
  checkedOn: IsoDay,
});
export type Provenance = z.infer<typeof Provenance>;

export const ComplianceItem = z.object({
  _id: Id,
  actId: Id,
  srNo: z.number().int(),
  title: z.string(),
  description: z.string(),
  state: State,
  minEmployees: z.number(),
  /** 0 is unlimited. */
  maxEmployees: z.number(),
  /** By field id. */
  values: z.record(z.string(), FieldValue),
  accessLevel: AccessLevel,
  dueDate: DueDate,
  provenance: Provenance.nullable(),
  /** First day the viewer's workspace answers for this item: what lies before is nobody's omission. */
  trackedFrom: IsoDay,
  statusHistory: z.array(StatusEntry),
  /** Entries there are in all; answered to administrators, whose `statusHistory` is bounded. */
  statusHistoryTotal: z.number().int().optional(),
  /** Kept for older clients; everything recorded is in `statusHistory`. */
  history: z.array(HistoryRecord),
  customReminders: z.array(CustomReminder),
  paymentDates: z.array(PaymentDate),
  submissionDates: z.array(SubmissionDate),
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

/** Days before the due date (specification 2, section 9). */
const DEFAULT_REMINDER_DAYS = [7, 3, 1];

const MOST_REMINDER_DAYS = 20;

const REMINDER_DAY_FAULT = 'Reminder days must be whole numbers from 0 to 366';

const dueDateParts = {
  /** First occurrence; an empty one is none. */
  date: z.union([z.literal('').transform(() => null), z.null(), calendarDay()]),
  frequency: z.enum(FREQUENCIES, { error: 'Please select a frequency' }),
  description: text('Description must be text', { min: 0, max: LIMITS.note }),
  reminderDays: z
    .array(z.int(REMINDER_DAY_FAULT).min(0, REMINDER_DAY_FAULT).max(366, REMINDER_DAY_FAULT), REMINDER_DAY_FAULT)
    .max(MOST_REMINDER_DAYS, `There can be at most ${MOST_REMINDER_DAYS} reminder days`),
};

/** Whether an item has a date when it needs one: all do but what never falls due. */
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
    },
    DATE_FAULT,
  )
  .refine(hasDateIfDue, DATE_FAULT);

const VALUE_FAULT = 'A value must be text or a link';

/** A value as forms send it: older clients send its plain text only (specification 2, section 3). */
const NewFieldValue = z.preprocess(
  (value) => (typeof value === 'string' ? { text: value } : value),
  z
    .object(
      {
        ...FieldValue.shape,
        text: text(VALUE_FAULT, { min: 0, max: LIMITS.note }),
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
  /** Any rich text comes in; only its plain formatting is kept. */
  description: text('Description must be text', { min: 0, max: LIMITS.richText }),
  state: StateChoice,
  minEmployees: MinEmployees,
  maxEmployees: MaxEmployees,
  /** By field id. An empty text is no value, a locked one was never seen and stays as it is. */
  values: z.record(z.string(), NewFieldValue, 'Values must be given by field'),
  accessLevel: AccessLevel,
};

/** What the act has too is its act's when it is left out; the author is the caller. */
export const NewComplianceItem = ActedFor.extend({
  actId: parts.actId,
  title: parts.title.optional(),
  description: parts.description.default(''),
  state: parts.state.optional(),
  minEmployees: parts.minEmployees.optional(),
  maxEmployees: parts.maxEmployees.optional(),
  values: parts.values.default({}),
  accessLevel: parts.accessLevel.default('free'),
  dueDate: NewDueDate,
}).refine(...employeeRange());
export type NewComplianceItem = z.infer<typeof NewComplianceItem>;

/** What is left out stays as it is, within `values` and `dueDate` too. */
export const ComplianceItemChanges = z
  .object({ ...parts, dueDate: z.object(dueDateParts, DATE_FAULT).partial() })
  .partial()
  .extend({ ...ActedFor.shape, updatedAt: Version.optional() })
  .refine(...employeeRange());
export type ComplianceItemChanges = z.infer<typeof ComplianceItemChanges>;

export const listComplianceItems = defineCall({
  method: 'GET',
  path: '/compliance/data',
  noun: 'compliance-items',
  summary: "The viewer's own view of the catalogue: what applies to them, with what their workspace recorded",
  access: 'signed-in',
  query: StatusWindow.extend({ userId: z.string({ error: 'Please name one user' }).optional() }),
  answers: { 200: success(z.array(ComplianceItem)) },
});

export const createComplianceItem = defineCall({
  method: 'POST',
  path: '/compliance/data',
  noun: 'compliance-items',
  summary: 'Add an item; state, bounds and title are those of its act unless given',
  access: 'administrator',
  query: StatusWindow,
  body: NewComplianceItem,
  answers: { 201: success(ComplianceItem) },
});

export const updateComplianceItem = defineCall({
  method: 'PATCH',
  path: '/compliance/data/:id',
  noun: 'compliance-items',
  summary: 'Change an item; with `updatedAt` only if nobody changed it since',
  access: 'administrator',
  params: z.object({ id: Id }),
  query: StatusWindow,
  body: ComplianceItemChanges,
  answers: { 200: success(ComplianceItem) },
});

export const deleteComplianceItem = defineCall({
  method: 'DELETE',
  path: '/compliance/data/:id',
  noun: 'compliance-items',
  summary: 'Delete an item with all that was recorded about it',
  access: 'administrator',
  params: z.object({ id: Id }),
  query: ActedFor,
  answers: { 200: Acknowledgement },
});
