import { RESOLVED_STATUSES } from '@anupalan/domain/statuses';
import { z } from 'zod';
import { Filing } from '../fields/filing.ts';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import {
  Id,
  Instant,
  IsoDay,
  LIMITS,
  optionalParagraphs,
  PageNumber,
  Pagination,
  pageSize,
  paragraphs,
} from '../wire/primitives.ts';

/** A record that waits for its check: neither in `history` nor `current` (R-checks-7). */
export const WaitingRecord = z.object({
  _id: Id,
  status: z.enum(RESOLVED_STATUSES),
  note: z.string(),
  updatedBy: Id,
  createdAt: Instant,
});
export type WaitingRecord = z.infer<typeof WaitingRecord>;

/** A record that its checker gave back, until something newer is recorded for the day (R-checks-12). */
export const ReturnedRecord = WaitingRecord.extend({ reason: z.string(), returnedBy: Id, returnedAt: Instant });
export type ReturnedRecord = z.infer<typeof ReturnedRecord>;

/** A record of the queue, which the caller may check. */
export const Check = WaitingRecord.extend({
  /** The registration number that it is about; without one it is about all (R-registrations-16). */
  registrationNumber: z.string().optional(),
  /** The item; of a duty its event instead. */
  complianceId: Id.optional(),
  title: z.string(),
  /** Empty of a duty that rests on no act. */
  actName: z.string(),
  /** Null of a duty whose day isn't known yet. */
  date: IsoDay.nullable(),
  /** The event that opened it, of a duty (R-events-24). */
  event: z.object({ _id: Id, kindName: z.string(), label: z.string() }).optional(),
  /** The duty, whose files those of the record are, and whether only those named at its event see it. */
  duty: z.object({ _id: Id, isRestricted: z.boolean() }).optional(),
  /** Files that stand at it (R-checks-19). */
  files: z.number().int(),
  /** First and last name of the author; without it that person's data were erased. */
  updatedByName: z.string().optional(),
  noEvidenceReason: z.string().optional(),
  /** What was filed, which the approval stands on, too (R-checks-21). */
  filing: Filing.optional(),
  /** Why the caller checks and not the item's checker: that one is away or gone, made it, or was changed. */
  standsIn: z.enum(['away', 'own', 'changed', 'gone']).optional(),
  /** Of a record that waits again: who approved it before a payment or submission of it was changed (R-checks-21). */
  again: z.object({ checkedBy: Id, checkedAt: Instant }).optional(),
});
export type Check = z.infer<typeof Check>;

/** An import of past statuses, of which so many records wait for the caller's check (R-imports-16). */
export const CheckBatch = z.object({ _id: Id, records: z.number().int() });
export type CheckBatch = z.infer<typeof CheckBatch>;

export const listChecks = defineCall({
  id: 'listChecks',
  method: 'GET',
  path: '/checks',
  noun: 'checks',
  summary: 'The records that wait for the caller’s check, the longest waiting first, page by page',
  access: 'checks.list',
  query: z.object({ page: PageNumber, limit: pageSize(50) }),
  answers: {
    200: success(z.array(Check)).extend({ pagination: Pagination, batches: z.array(CheckBatch).default([]) }),
  },
});

const params = z.object({ recordId: Id });

export const CheckApproval = z.object({ note: optionalParagraphs(LIMITS.note) });
export type CheckApproval = z.infer<typeof CheckApproval>;

export const approveCheck = defineCall({
  id: 'approveCheck',
  method: 'POST',
  path: '/checks/:recordId/approve',
  noun: 'checks',
  summary: 'Approve a record that waits: it joins the history at the time it was made',
  access: 'checks.decide',
  params,
  body: CheckApproval,
  answers: { 200: Acknowledgement },
});

export const CheckReturn = z.object({ reason: paragraphs('Please say why it is returned', { max: LIMITS.note }) });
export type CheckReturn = z.infer<typeof CheckReturn>;

export const returnCheck = defineCall({
  id: 'returnCheck',
  method: 'POST',
  path: '/checks/:recordId/return',
  noun: 'checks',
  summary: 'Return a record that waits, with the reason; its author records anew',
  access: 'checks.decide',
  params,
  body: CheckReturn,
  answers: { 200: Acknowledgement },
});

const batchParams = z.object({ batchId: Id });

/** What a call decided of a batch, and what is left for the next one. */
const BatchDecided = success(z.object({ decided: z.number().int(), left: z.number().int() }));

export const approveBatch = defineCall({
  id: 'approveBatch',
  method: 'POST',
  path: '/checks/batches/:batchId/approve',
  noun: 'checks',
  summary: 'Approve up to 500 records of an import that wait for the caller; `left` says how many are left',
  access: 'checks.decide',
  params: batchParams,
  body: CheckApproval,
  answers: { 200: BatchDecided },
});

export const returnBatch = defineCall({
  id: 'returnBatch',
  method: 'POST',
  path: '/checks/batches/:batchId/return',
  noun: 'checks',
  summary: 'Return up to 500 records of an import that wait for the caller, with the reason',
  access: 'checks.decide',
  params: batchParams,
  body: CheckReturn,
  answers: { 200: BatchDecided },
});
