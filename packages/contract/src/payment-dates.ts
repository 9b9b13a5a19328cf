import { z } from 'zod';
import { ComplianceItem } from './compliance-items.ts';
import { Amount } from './fields/amount.ts';
import { EvidenceIds } from './proof/evidence-ids.ts';
import { StatusWindow } from './status-history.ts';
import { defineCall } from './wire/call.ts';
import { success } from './wire/envelope.ts';
import { ActedFor, calendarDay, Id, LIMITS, optionalParagraphs } from './wire/primitives.ts';

/** Payment dates at most; one more is 409 (R-records-13). */
export const MAX_PAYMENT_DATES = { anItem: 1_000, aWorkspace: 5_000 };

export const NewPaymentDate = ActedFor.extend({
  date: calendarDay('Please select a date'),
  amount: Amount,
  description: optionalParagraphs(LIMITS.line),
  /** Files that were staged (R-evidence-5). */
  evidence: EvidenceIds.optional(),
});
export type NewPaymentDate = z.infer<typeof NewPaymentDate>;

export const createPaymentDate = defineCall({
  id: 'createPaymentDate',
  method: 'POST',
  path: '/compliance/data/:id/payment-dates',
  noun: 'payment-dates',
  summary: 'Record a payment that was made for an item',
  access: 'payment-dates.create',
  params: z.object({ id: Id }),
  query: StatusWindow,
  body: NewPaymentDate,
  answers: { 201: success(ComplianceItem) },
});

export const deletePaymentDate = defineCall({
  id: 'deletePaymentDate',
  method: 'DELETE',
  path: '/compliance/data/:id/payment-dates/:paymentId',
  noun: 'payment-dates',
  summary: 'Delete a payment date',
  access: 'payment-dates.delete',
  params: z.object({ id: Id, paymentId: Id }),
  query: StatusWindow.extend(ActedFor.shape),
  answers: { 200: success(ComplianceItem) },
});
