/** What a payment provider says about an order. */
export interface GatewayOrder {
  /** The provider's own id; like the session, not every answer about an order has it. */
  readonly providerOrderId: string | null;
  /** What a browser opens the checkout with. */
  readonly sessionId: string | null;
  /** PAID, ACTIVE, or another word of the provider's: it will not be paid any more. */
  readonly status: string;
  /** Null when it is no amount of whole paise. */
  readonly amountPaise: number | null;
  readonly currency: string;
}

export interface NewGatewayOrder {
  readonly orderId: string;
  readonly amountPaise: number;
  readonly currency: string;
  readonly customer: { readonly id: string; readonly phone: string };
  /** Where the provider sends the browser afterwards. */
  readonly returnUrl: string;
  /** Where the provider sends its webhooks about this order. */
  readonly notifyUrl: string;
  readonly expiresAt: Temporal.Instant;
}

export interface Refund {
  readonly orderId: string;
  /** The same refund asked for again is the same refund. */
  readonly refundId: string;
  readonly amountPaise: number;
}

/** `pending` is on its way and usually arrives; `failed` is not coming. */
export type RefundStatus = 'done' | 'pending' | 'failed';

/** What a payment provider says about a refund. */
export interface GatewayRefund {
  readonly status: RefundStatus;
  /** Null when it is no amount of whole paise. */
  readonly amountPaise: number | null;
}

/**
 * A payment provider. Every call ends when its signal says so, and fails with a `GatewayError` when the provider fails,
 * hangs or answers what makes no sense.
 */
export interface PaymentGateway {
  readonly provider: 'cashfree' | 'local';
  readonly mode: 'sandbox' | 'production';
  /** An order that exists already is answered as it is. */
  createOrder(order: NewGatewayOrder, signal: AbortSignal): Promise<GatewayOrder>;
  /** @returns null only when the provider says that it knows no such order. */
  fetchOrder(orderId: string, signal: AbortSignal): Promise<GatewayOrder | null>;
  /** A refund that exists already is answered as it is. */
  refund(refund: Refund, signal: AbortSignal): Promise<RefundStatus>;
  /** @returns null only when the provider says that it knows no such refund. */
  fetchRefund(refund: Pick<Refund, 'orderId' | 'refundId'>, signal: AbortSignal): Promise<GatewayRefund | null>;
  /** Whether a webhook comes from the provider; compares in a time that tells nothing. */
  isGenuine(webhook: SignedWebhook): boolean;
}

export interface SignedWebhook {
  readonly signature: string;
  readonly timestamp: string;
  readonly rawBody: Buffer;
}

/** The provider failed. Its message names what failed and how, never what was sent: credentials and people are in that. */
export class GatewayError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'GatewayError';
  }
}

/** How long a whole call of ours may wait for the provider, however many calls of its own that takes. */
const PATIENCE_MS = 10_000;

/** Begins the time that a call has for the provider. */
export function startPatience(): AbortSignal {
  return AbortSignal.timeout(PATIENCE_MS);
}
