import { PREMIUM_PRICE } from '@anupalan/domain/plans';
import { z } from 'zod';
import { defineCall } from './wire/call.ts';
import { Acknowledgement, success } from './wire/envelope.ts';
import { asItComes, Id, Instant } from './wire/primitives.ts';

/** Payments in a list at most, the newest (R-payments-18). */
export const PAYMENTS_LISTED = 100;

/** The id of an order, ours and the provider's. */
const OrderId = z.string().regex(/^order_[0-9a-f]{32}$/, 'Not found');

const Rupees = z.number();

/** An order that waits for its payment; the names are the provider's (R-payments-1). */
export const PlacedOrder = z.object({
  order_id: OrderId,
  cf_order_id: z.string(),
  payment_session_id: z.string(),
  order_amount: Rupees,
  order_currency: z.literal('INR'),
  /**
   * The payment provider; `local`: pay on the page of this server, with `/payments/local/{payment_session_id}`
   * (R-payments-17).
   */
  provider: z.enum(['cashfree', 'local']),
  /** The provider's environment, which its browser script needs to know. */
  mode: z.enum(['sandbox', 'production']),
});
export type PlacedOrder = z.infer<typeof PlacedOrder>;

export const createOrder = defineCall({
  id: 'createOrder',
  method: 'POST',
  path: '/payments/create-order',
  noun: 'payments',
  summary: 'Order one month of Premium, or get the order that still waits for its payment',
  access: 'payments.create-order',
  body: z.object({ amount: z.literal(PREMIUM_PRICE, { error: 'Invalid amount' }) }),
  answers: { 201: success(PlacedOrder) },
});

const OrderState = z.object({
  order_id: OrderId,
  cf_order_id: z.string(),
  /**
   * The provider's status, asked for just now: PAID, ACTIVE (not completed), or anything else: failed (R-payments-8).
   */
  order_status: z.string(),
  order_amount: Rupees,
  order_currency: z.literal('INR'),
});
export type OrderState = z.infer<typeof OrderState>;

export const getOrder = defineCall({
  id: 'getOrder',
  method: 'GET',
  path: '/payments/order/:orderId',
  noun: 'payments',
  summary: 'What the provider says now about an own order; PAID only for the very amount that was ordered',
  access: 'payments.read-order',
  params: z.object({ orderId: OrderId }),
  answers: { 200: success(OrderState) },
});

export const receiveWebhook = defineCall({
  id: 'receiveWebhook',
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
  /** The moment when the provider failed to make the refund after all, so that it is to be repeated (R-payments-21). */
  refundFailedAt: Instant.nullable(),
  /** The month that it bought; null when it bought nothing (yet). */
  period: BoughtPeriod.nullable(),
  receiptNumber: z.number().int().nullable(),
});
export type Payment = z.infer<typeof Payment>;

export const PlanState = z.object({
  /** The plan; null for administrators, who have every feature without one. */
  plan: z.enum(['free', 'premium']).nullable(),
  /** The time that is paid, from the start of the running month to the end of the last one; null when nothing is. */
  period: z.object({ startsAt: Instant, endsAt: Instant }).nullable(),
  /**
   * The moment when the plan returns to free unless it is renewed; null without a period: premium then has no end
   * (R-plans-13).
   */
  fallsBackAt: Instant.nullable(),
  /**
   * Whether an order is accepted now: always for free users, in the last days of what is paid for premium ones
   * (R-plans-11).
   */
  orderOpen: z.boolean(),
  /** Whether that order would be a renewal. */
  renewalOpen: z.boolean(),
  payments: z.array(Payment),
});
export type PlanState = z.infer<typeof PlanState>;

export const listOwnPayments = defineCall({
  id: 'listOwnPayments',
  method: 'GET',
  path: '/payments',
  noun: 'payments',
  summary: `The own plan, what is paid for it, and the newest ${PAYMENTS_LISTED} payments with their receipts`,
  access: 'payments.read-own',
  answers: { 200: success(PlanState) },
});

export const listPaymentsOfUser = defineCall({
  id: 'listPaymentsOfUser',
  method: 'GET',
  path: '/payments/user/:id',
  noun: 'payments',
  summary: `The plan of a user, what is paid for it, and their newest ${PAYMENTS_LISTED} payments`,
  access: 'payments.read-everyone',
  params: z.object({ id: Id }),
  answers: { 200: success(PlanState) },
});

export const refundOrder = defineCall({
  id: 'refundOrder',
  method: 'POST',
  path: '/payments/orders/:orderId/refund',
  noun: 'payments',
  summary:
    'Give the money of a paid order back, which ends what it bought; again it changes nothing, unless the refund failed',
  access: 'payments.refund',
  fresh: 'always',
  params: z.object({ orderId: OrderId }),
  answers: { 200: success(Payment) },
});

export const getReceipt = defineCall({
  id: 'getReceipt',
  method: 'GET',
  path: '/payments/receipts/:number',
  noun: 'payments',
  summary: 'A receipt as PDF: the own, or for administrators anyone’s',
  access: 'payments.read-own',
  params: z.object({
    number: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, 'Not found')
      .transform(Number),
  }),
  media: ['application/pdf'],
  answers: { 200: z.file() },
});

const withSession = z.object({ session: asItComes('Not found').max(100) });

export const LocalPayment = z.object({
  order_id: OrderId,
  amount: Rupees,
  currency: z.string(),
  /** The status; ACTIVE waits for the payer's choice. */
  status: z.enum(['ACTIVE', 'PAID', 'FAILED', 'EXPIRED']),
});
export type LocalPayment = z.infer<typeof LocalPayment>;

export const getLocalPayment = defineCall({
  id: 'getLocalPayment',
  method: 'GET',
  path: '/payments/local/:session',
  noun: 'payments',
  summary: 'What the page of the local gateway shows; only where that gateway is on',
  access: 'public',
  params: withSession,
  answers: { 200: success(LocalPayment) },
});

export const actOnLocalPayment = defineCall({
  id: 'actOnLocalPayment',
  method: 'POST',
  path: '/payments/local/:session',
  noun: 'payments',
  summary: 'Pay, fail or close at the local gateway, which then tells by its webhook as the real one does',
  access: 'public',
  params: withSession,
  body: z.object({ action: z.enum(['pay', 'fail', 'close'], { error: 'Action must be pay, fail or close' }) }),
  /** The answer names the address where the browser goes next. */
  answers: { 200: success(LocalPayment.extend({ redirect_url: z.string() })) },
});
