import { FREQUENCIES } from '@anupalan/domain/recurrence';
import { z } from 'zod';
import { defineCall } from './call.ts';
import { AccessLevel } from './compliance-fields.ts';
import { success } from './envelope.ts';
import { Id, Instant, IsoDay, State } from './primitives.ts';
import { HistoryRecord, StatusEntry, StatusWindow } from './status-history.ts';

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

export const listComplianceItems = defineCall({
  method: 'GET',
  path: '/compliance/data',
  noun: 'compliance-items',
  summary: "The viewer's own view of the catalogue: what applies to them, with what their workspace recorded",
  access: 'signed-in',
  query: StatusWindow.extend({ userId: z.string({ error: 'Please name one user' }).optional() }),
  answers: { 200: success(z.array(ComplianceItem)) },
});
