/** A payment provider's answer about an order. */
export interface GatewayOrder {
  /** The provider's own id; not every answer about an order has it, nor the session. */
  readonly providerOrderId: string | null;
  /** The key with which a browser opens the checkout. */
  readonly sessionId: string | null;
  /** PAID, ACTIVE, or another word of the provider's, which means that it will not be paid any more. */
  readonly status: string;
  /** The amount in paise; null when the provider's amount is no whole number of paise. */
  readonly amountPaise: number | null;
  readonly currency: string;
}

export interface NewGatewayOrder {
  readonly orderId: string;
  readonly amountPaise: number;
  readonly currency: string;
  readonly customer: { readonly id: string; readonly phone: string };
  /** The address to which the provider sends the browser afterwards. */
  readonly returnUrl: string;
  /** The address to which the provider sends its webhooks about this order. */
  readonly notifyUrl: string;
  readonly expiresAt: Temporal.Instant;
}

export interface Refund {
  readonly orderId: string;
  /** The id by which the provider recognizes a refund that is asked for again. */
  readonly refundId: string;
  readonly amountPaise: number;
}

/** `pending`: on its way, and it usually arrives; `failed`: it will not arrive. */
export type RefundStatus = 'done' | 'pending' | 'failed';

/** A payment provider's answer about a refund. */
export interface GatewayRefund {
  readonly status: RefundStatus;
  /** The amount in paise; null when the provider's amount is no whole number of paise. */
  readonly amountPaise: number | null;
}

/**
 * A payment provider. Every call ends when its signal says so, and fails with a `GatewayError` when the provider fails,
 * hangs or answers nonsense.
 */
export interface PaymentGateway {
  readonly provider: 'cashfree' | 'local';
  readonly mode: 'sandbox' | 'production';
  /** Makes an order; one with the same id that exists already is answered as it is. */
  createOrder(order: NewGatewayOrder, signal: AbortSignal): Promise<GatewayOrder>;
  /** Reads an order. @returns null only when the provider says that it knows no such order. */
  fetchOrder(orderId: string, signal: AbortSignal): Promise<GatewayOrder | null>;
  /** Makes a refund; one with the same id that exists already is answered as it is. */
  refund(refund: Refund, signal: AbortSignal): Promise<RefundStatus>;
  /** Reads a refund. @returns null only when the provider says that it knows no such refund. */
  fetchRefund(refund: Pick<Refund, 'orderId' | 'refundId'>, signal: AbortSignal): Promise<GatewayRefund | null>;
  /** Whether a webhook comes from the provider, compared in a time that tells nothing. */
  isGenuine(webhook: SignedWebhook): boolean;
}

export interface SignedWebhook {
  readonly signature: string;
  readonly timestamp: string;
  readonly rawBody: Buffer;
}

/**
 * A failure of the provider. Its message names what failed and how, never what was sent, which has credentials and
 * people in it.
 */
export class GatewayError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GatewayError';
  }
}

/**
 * Milliseconds that one of our calls may wait for the provider in all, over all the calls it makes to it
 * (R-payments-11).
 */
const PROVIDER_TIMEOUT_MS = 10_000;

/** The signal that ends a call's questions to the provider; its time begins now. */
export function providerTimeout(): AbortSignal {
  return AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
}
