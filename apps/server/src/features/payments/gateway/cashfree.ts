import { createHmac } from 'node:crypto';
import { toPaise, toRupees } from '@anupalan/domain/money';
import { z } from 'zod';
import { isSameText } from '../../../identity/secrets.ts';
import { waitAside } from '../../../platform/admission/admit-calls.ts';
import {
  GatewayError,
  type GatewayOrder,
  type GatewayRefund,
  type NewGatewayOrder,
  type PaymentGateway,
  type Refund,
  type SignedWebhook,
} from './gateway.ts';

export interface CashfreeSettings {
  readonly appId: string;
  readonly secretKey: string;
  readonly mode: 'sandbox' | 'production';
  readonly apiUrl: string | undefined;
}

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

/** The part of a failed call that is read; the rest holds the credentials and who pays. */
const FailedCall = z.object({
  code: z.string().max(40).optional().catch(undefined),
  response: z
    .object({ status: z.number(), data: z.object({ code: z.string().max(80).optional() }).catch({}) })
    .optional()
    .catch(undefined),
});

/** The limits of answers: they are small and come from the address that was asked. */
const LIMITS = { maxContentLength: 1024 * 1024, maxRedirects: 0 };

const NO_PHONE = '9999999999';

/**
 * Opens Cashfree by its own SDK (R-payments-12). The SDK would report errors, with what was sent, to a third party:
 * that is switched off. It has no time limit: each call carries a signal. It compares webhook signatures with `===`:
 * they are compared here instead.
 */
export async function openCashfree({ appId, secretKey, mode, apiUrl }: CashfreeSettings): Promise<CashfreeGateway> {
  const { Cashfree, CFEnvironment } = await import('cashfree-pg');
  const environment = mode === 'production' ? CFEnvironment.PRODUCTION : CFEnvironment.SANDBOX;
  const reportErrors = false;
  const sdk = new Cashfree(environment, appId, secretKey, undefined, undefined, undefined, reportErrors);
  if (apiUrl) sdk.basePath = apiUrl.replace(/\/+$/, '');

  const gateway: CashfreeGateway = {
    provider: 'cashfree',
    mode,

    async createOrder(order, signal) {
      try {
        const { data } = await waitAside(() =>
          sdk.PGCreateOrder(describeOrder(order), undefined, order.orderId, { ...LIMITS, signal }),
        );
        return readOrder(data, order.orderId);
      } catch (error) {
        if (statusOf(error) !== 409) throw explain('creating an order', error);
        const existing = await gateway.fetchOrder(order.orderId, signal);
        if (existing) return existing;
        throw new GatewayError('Cashfree, creating an order: it exists and does not exist');
      }
    },

    async fetchOrder(orderId, signal) {
      try {
        const { data } = await waitAside(() => sdk.PGFetchOrder(orderId, undefined, undefined, { ...LIMITS, signal }));
        return readOrder(data, orderId);
      } catch (error) {
        if (saysUnknown(error)) return null;
        throw explain('reading an order', error);
      }
    },

    async refund({ orderId, refundId, amountPaise }, signal) {
      const request = { refund_id: refundId, refund_amount: toRupees(amountPaise) };
      try {
        const { data } = await waitAside(() =>
          sdk.PGOrderCreateRefund(orderId, request, undefined, refundId, { ...LIMITS, signal }),
        );
        return readRefund(data, { orderId, refundId }).status;
      } catch (error) {
        if (statusOf(error) !== 409) throw explain('refunding', error);
        const existing = await gateway.fetchRefund({ orderId, refundId }, signal);
        if (existing) return existing.status;
        throw new GatewayError('Cashfree, refunding: it exists and does not exist');
      }
    },

    async fetchRefund(refund, signal) {
      try {
        const options = { ...LIMITS, signal };
        const { data } = await waitAside(() =>
          sdk.PGOrderFetchRefund(refund.orderId, refund.refundId, undefined, undefined, options),
        );
        return readRefund(data, refund);
      } catch (error) {
        if (saysUnknown(error)) return null;
        throw explain('reading a refund', error);
      }
    },

    isGenuine: (webhook) => isSameText(signWebhook(secretKey, webhook), webhook.signature),
  };
  return gateway;
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

function statusOf(error: unknown): number | undefined {
  return FailedCall.safeParse(error).data?.response?.status;
}

/**
 * Whether it is Cashfree itself that knows no such order: a 404 of anything else (a wrong CASHFREE_API_URL) proves
 * nothing.
 */
function saysUnknown(error: unknown): boolean {
  const { response } = FailedCall.safeParse(error).data ?? {};
  return response?.status === 404 && response.data.code?.endsWith('_not_found') === true;
}

function explain(doing: string, error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const { code = 'it failed', response } = FailedCall.safeParse(error).data ?? {};
  if (response) return new GatewayError(`Cashfree, ${doing}: ${response.status} ${response.data.code ?? ''}`.trim());
  return new GatewayError(`Cashfree, ${doing}: ${code === 'ERR_CANCELED' ? 'no answer in time' : code}`);
}
