import { toPaise } from '@anupalan/domain/money';
import { z } from 'zod';
import { defineCall } from './call.ts';
import { ComplianceItem } from './compliance-items.ts';
import { success } from './envelope.ts';
import { ActedFor, calendarDay, Id, LIMITS, optionalText } from './primitives.ts';
import { StatusWindow } from './status-history.ts';

/** Most payment dates at once; one more is 409. */
export const MAX_PAYMENT_DATES = { anItem: 1_000, aWorkspace: 5_000 };

/** Rupees of a payment that was made: more than none, at most two decimals. */
const Amount = z
  .number({ error: 'Please enter a valid amount' })
  .refine((rupees) => (toPaise(rupees) ?? 0) > 0, 'Please enter a valid amount');

export const NewPaymentDate = ActedFor.extend({
  date: calendarDay('Please select a date'),
  amount: Amount,
  description: optionalText(LIMITS.line),
});
export type NewPaymentDate = z.infer<typeof NewPaymentDate>;

export const createPaymentDate = defineCall({
  method: 'POST',
  path: '/compliance/data/:id/payment-dates',
  noun: 'payment-dates',
  summary: 'Record a payment that was made for an item',
  access: 'signed-in',
  params: z.object({ id: Id }),
  query: StatusWindow,
  body: NewPaymentDate,
  answers: { 201: success(ComplianceItem) },
});

export const deletePaymentDate = defineCall({
  method: 'DELETE',
  path: '/compliance/data/:id/payment-dates/:paymentId',
  noun: 'payment-dates',
  summary: 'Delete a payment date',
  access: 'signed-in',
  params: z.object({ id: Id, paymentId: Id }),
  query: StatusWindow.extend(ActedFor.shape),
  answers: { 200: success(ComplianceItem) },
});
