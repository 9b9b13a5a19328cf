import { PREMIUM_PRICE } from '@anupalan/domain/plans';
import { z } from 'zod';
import { defineCall } from './call.ts';
import { Acknowledgement, success } from './envelope.ts';
import { Id, Instant } from './primitives.ts';

/** Most payments that a list of them carries, the newest. */
export const PAYMENTS_LISTED = 100;

/** Ours, and the provider's name for it too. */
export const OrderId = z.string().regex(/^order_[0-9a-f]{32}$/, 'Not found');

const Rupees = z.number();

/** An order that waits for its payment; the names are the provider's (specification 1, section 3). */
export const PlacedOrder = z.object({
  order_id: OrderId,
  cf_order_id: z.string(),
  payment_session_id: z.string(),
  order_amount: Rupees,
  order_currency: z.literal('INR'),
  /** `local`: pay on the page of this server, with `/payments/local/{payment_session_id}`. */
  provider: z.enum(['cashfree', 'local']),
  /** What the provider's browser script is told. */
  mode: z.enum(['sandbox', 'production']),
});
export type PlacedOrder = z.infer<typeof PlacedOrder>;

export const createOrder = defineCall({
  method: 'POST',
  path: '/payments/create-order',
  noun: 'payments',
  summary: 'Order one month of Premium, or get the order that still waits for its payment',
  access: 'signed-in',
  body: z.object({ amount: z.literal(PREMIUM_PRICE, { error: 'Invalid amount' }) }),
  answers: { 201: success(PlacedOrder) },
});

export const OrderState = z.object({
  order_id: OrderId,
  cf_order_id: z.string(),
  /** PAID, ACTIVE (not completed), or anything else: failed. As the provider has just said it. */
  order_status: z.string(),
  order_amount: Rupees,
  order_currency: z.literal('INR'),
});
export type OrderState = z.infer<typeof OrderState>;

export const getOrder = defineCall({
  method: 'GET',
  path: '/payments/order/:orderId',
  noun: 'payments',
  summary: 'What the provider says now about an own order; PAID only for the very amount that was ordered',
  access: 'signed-in',
  params: z.object({ orderId: OrderId }),
  answers: { 200: success(OrderState) },
});

export const receiveWebhook = defineCall({
  method: 'POST',
  path: '/payments/webhook',
  noun: 'payments',
  summary: 'The provider tells that something happened to an order; signed (x-webhook-signature, x-webhook-timestamp)',
  access: 'public',
  answers: { 200: Acknowledgement },
});

const BoughtPeriod = z.object({ startsAt: Instant, endsAt: Instant, endedEarlyAt: Instant.nullable() });

export const Payment = z.object({
  order_id: OrderId,
  amount: Rupees,
  currency: z.literal('INR'),
  status: z.enum(['created', 'active', 'paid', 'failed', 'refunded']),
  createdAt: Instant,
  paidAt: Instant.nullable(),
  refundedAt: Instant.nullable(),
  /** When the provider could not make the refund after all; it is to be repeated. */
  refundFailedAt: Instant.nullable(),
  /** What it bought; null when it bought nothing (yet). */
  period: BoughtPeriod.nullable(),
  receiptNumber: z.number().int().nullable(),
});
export type Payment = z.infer<typeof Payment>;

export const PlanState = z.object({
  /** Null for administrators, who have every feature without one. */
  plan: z.enum(['free', 'premium']).nullable(),
  /** What is paid, from the start of the running month to the end of the last one; null when nothing is. */
  period: z.object({ startsAt: Instant, endsAt: Instant }).nullable(),
  /** When the plan falls back to free unless it is renewed; null without a period: premium then has no end. */
  fallsBackAt: Instant.nullable(),
  /** Whether an order is accepted now: always for free users, in the last days of what is paid for premium ones. */
  orderOpen: z.boolean(),
  /** Whether that order would be a renewal. */
  renewalOpen: z.boolean(),
  payments: z.array(Payment),
});
export type PlanState = z.infer<typeof PlanState>;

export const listOwnPayments = defineCall({
  method: 'GET',
  path: '/payments',
  noun: 'payments',
  summary: `The own plan, what is paid for it, and the newest ${PAYMENTS_LISTED} payments with their receipts`,
  access: 'signed-in',
  answers: { 200: success(PlanState) },
});

export const listPaymentsOfUser = defineCall({
  method: 'GET',
  path: '/payments/user/:id',
  noun: 'payments',
  summary: `The plan of a user, what is paid for it, and their newest ${PAYMENTS_LISTED} payments`,
  access: 'administrator',
  params: z.object({ id: Id }),
  answers: { 200: success(PlanState) },
});

export const refundOrder = defineCall({
  method: 'POST',
  path: '/payments/orders/:orderId/refund',
  noun: 'payments',
  summary:
    'Give the money of a paid order back, which ends what it bought; again it changes nothing, unless the refund failed',
  access: 'administrator',
  params: z.object({ orderId: OrderId }),
  answers: { 200: success(Payment) },
});

export const getReceipt = defineCall({
  method: 'GET',
  path: '/payments/receipts/:number',
  noun: 'payments',
  summary: 'A receipt as PDF: the own, or for administrators anyone’s',
  access: 'signed-in',
  params: z.object({
    number: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, 'Not found')
      .transform(Number),
  }),
  media: 'application/pdf',
  answers: { 200: z.file() },
});

const withSession = z.object({ session: z.string().max(100) });

export const LocalPayment = z.object({
  order_id: OrderId,
  amount: Rupees,
  currency: z.string(),
  /** ACTIVE waits for what the payer chooses. */
  status: z.enum(['ACTIVE', 'PAID', 'FAILED', 'EXPIRED']),
});
export type LocalPayment = z.infer<typeof LocalPayment>;

export const getLocalPayment = defineCall({
  method: 'GET',
  path: '/payments/local/:session',
  noun: 'payments',
  summary: 'What the page of the local gateway shows; only where that gateway is on',
  access: 'public',
  params: withSession,
  answers: { 200: success(LocalPayment) },
});

export const actOnLocalPayment = defineCall({
  method: 'POST',
  path: '/payments/local/:session',
  noun: 'payments',
  summary: 'Pay, fail or close at the local gateway, which then tells by its webhook as the real one does',
  access: 'public',
  params: withSession,
  body: z.object({ action: z.enum(['pay', 'fail', 'close'], { error: 'Action must be pay, fail or close' }) }),
  /** Where the browser goes next. */
  answers: { 200: success(LocalPayment.extend({ redirect_url: z.string() })) },
});
