import { createHmac } from 'node:crypto';
import { toPaise, toRupees } from '@anupalan/domain/money';
import { z } from 'zod';
import { isSameText } from '../../../identity/secrets.ts';
import { type CashfreeAnswer, type CashfreeSettings, openCashfreeClient } from './cashfree-client.ts';
import {
  GatewayError,
  type GatewayOrder,
  type GatewayRefund,
  type NewGatewayOrder,
  type PaymentGateway,
  type Refund,
  type SignedWebhook,
} from './gateway.ts';

export interface CashfreeGateway extends PaymentGateway {
  readonly provider: 'cashfree';
}

/**
 * The sources that a page's policy must allow for the provider's browser script: it is loaded from there, and goes
 * there to pay.
 */
export const CASHFREE_CHECKOUT = {
  'script-src': ['https://sdk.cashfree.com'],
  'connect-src': ['https://*.cashfree.com'],
  'frame-src': ['https://*.cashfree.com'],
  'form-action': ['https://*.cashfree.com'],
};

/** The answer about an order. Fields that decide about money have to be there; a missing id must not hide that it is paid. */
const Order = z.object({
  order_id: z.string(),
  cf_order_id: z
    .union([z.string().min(1), z.number()])
    .transform(String)
    .nullable()
    .catch(null),
  order_status: z.string().min(1),
  order_amount: z.number(),
  order_currency: z.string(),
  payment_session_id: z.string().min(1).nullable().catch(null),
});

const RefundAnswer = z.object({
  order_id: z.string(),
  refund_id: z.string(),
  refund_amount: z.number().catch(Number.NaN),
  refund_status: z.enum(['SUCCESS', 'PENDING', 'ONHOLD', 'CANCELLED', 'FAILED']),
});

const REFUND_STATUS = {
  SUCCESS: 'done',
  PENDING: 'pending',
  ONHOLD: 'pending',
  CANCELLED: 'failed',
  FAILED: 'failed',
} as const satisfies Record<string, GatewayRefund['status']>;

/** The code of a refusal, by which Cashfree says why. */
const Refusal = z.object({ code: z.string().max(80) });

/** The status of what was made before, by an earlier call of ours. */
const EXISTS = 409;

const NO_PHONE = '9999999999';

/** Opens Cashfree, the provider of installations with its credentials (R-payments-12). */
export function openCashfree(settings: CashfreeSettings): CashfreeGateway {
  const ask = openCashfreeClient(settings);

  const fetchOrder: PaymentGateway['fetchOrder'] = async (orderId, signal) => {
    const doing = 'reading an order';
    const answer = await ask({ doing, path: ['orders', orderId], signal });
    return saysUnknown(answer) ? null : readOrder(acceptedBody(doing, answer), orderId);
  };

  const fetchRefund: PaymentGateway['fetchRefund'] = async (refund, signal) => {
    const doing = 'reading a refund';
    const answer = await ask({ doing, path: ['orders', refund.orderId, 'refunds', refund.refundId], signal });
    return saysUnknown(answer) ? null : readRefund(acceptedBody(doing, answer), refund);
  };

  return {
    provider: 'cashfree',
    mode: settings.mode,
    fetchOrder,
    fetchRefund,

    async createOrder(order, signal) {
      const doing = 'creating an order';
      const post = { body: describeOrder(order), idempotencyKey: order.orderId };
      const answer = await ask({ doing, path: ['orders'], post, signal });
      if (answer.status !== EXISTS) return readOrder(acceptedBody(doing, answer), order.orderId);
      return (await fetchOrder(order.orderId, signal)) ?? failAsLost(doing);
    },

    async refund({ orderId, refundId, amountPaise }, signal) {
      const doing = 'refunding';
      const body = { refund_id: refundId, refund_amount: toRupees(amountPaise) };
      const post = { body, idempotencyKey: refundId };
      const answer = await ask({ doing, path: ['orders', orderId, 'refunds'], post, signal });
      const refund = { orderId, refundId };
      if (answer.status !== EXISTS) return readRefund(acceptedBody(doing, answer), refund).status;
      return ((await fetchRefund(refund, signal)) ?? failAsLost(doing)).status;
    },

    isGenuine: (webhook) => isSameText(signWebhook(settings.secretKey, webhook), webhook.signature),
  };
}

/** The signature of a webhook, Cashfree's and the local gateway's. */
export function signWebhook(secretKey: string, { timestamp, rawBody }: Omit<SignedWebhook, 'signature'>): string {
  return createHmac('sha256', secretKey).update(timestamp).update(rawBody).digest('base64');
}

/**
 * The order as Cashfree takes it, with no more about the customer than it insists on: an id and a phone number. A
 * webhook address is given only with https, which it insists on too.
 */
function describeOrder(order: NewGatewayOrder) {
  const { orderId, amountPaise, currency, customer, returnUrl, notifyUrl, expiresAt } = order;
  return {
    order_id: orderId,
    order_amount: toRupees(amountPaise),
    order_currency: currency,
    order_expiry_time: expiresAt.toString({ smallestUnit: 'second' }),
    customer_details: {
      customer_id: customer.id.replaceAll('-', ''),
      customer_phone: presentPhone(customer.phone),
    },
    order_meta: { return_url: returnUrl, ...(notifyUrl.startsWith('https:') && { notify_url: notifyUrl }) },
  };
}

/** A phone number as Cashfree takes it: ten digits for one in India; others with their plus sign. */
function presentPhone(digits: string): string {
  if (digits === '') return NO_PHONE;
  const indian = /^(?:0|91)?(\d{10})$/.exec(digits)?.[1];
  return indian ?? `+${digits}`;
}

function readOrder(answer: unknown, orderId: string): GatewayOrder {
  const { success, data } = Order.safeParse(answer);
  if (!success || data.order_id !== orderId)
    throw new GatewayError('Cashfree answered what is not the order asked for');
  return {
    providerOrderId: data.cf_order_id,
    sessionId: data.payment_session_id,
    status: data.order_status,
    amountPaise: toPaise(data.order_amount),
    currency: data.order_currency,
  };
}

function readRefund(answer: unknown, { orderId, refundId }: Pick<Refund, 'orderId' | 'refundId'>): GatewayRefund {
  const { success, data } = RefundAnswer.safeParse(answer);
  if (!success || data.order_id !== orderId || data.refund_id !== refundId) {
    throw new GatewayError('Cashfree answered what is not the refund asked for');
  }
  return { status: REFUND_STATUS[data.refund_status], amountPaise: toPaise(data.refund_amount) };
}

/** @throws GatewayError with the status and Cashfree's code when the answer is a refusal */
function acceptedBody(doing: string, { status, body }: CashfreeAnswer): unknown {
  if (status >= 200 && status < 300) return body;
  throw new GatewayError(`Cashfree, ${doing}: ${status} ${codeOf(body) ?? ''}`.trim());
}

/**
 * Whether it is Cashfree itself that knows no such order: a 404 of anything else (a wrong CASHFREE_API_URL) proves
 * nothing.
 */
function saysUnknown({ status, body }: CashfreeAnswer): boolean {
  return status === 404 && codeOf(body)?.endsWith('_not_found') === true;
}

function codeOf(body: unknown): string | undefined {
  return Refusal.safeParse(body).data?.code;
}

function failAsLost(doing: string): never {
  throw new GatewayError(`Cashfree, ${doing}: it exists and does not exist`);
}
