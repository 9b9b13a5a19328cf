import { createOrder, getOrder, type PlacedOrder } from '@anupalan/contract/payments';
import { upgradePlan } from '@anupalan/contract/plans';
import { PREMIUM_PRICE } from '@anupalan/domain/plans';
import { ApiError, request } from '../../lib/api/api.ts';

const MISSING_SESSION = 'Invalid response from server: missing payment_session_id';

/** Outcome of an order: PAID, ACTIVE, or any other word of the provider's (R-payments-8). */
export type PaymentOutcome = 'paid' | 'not-completed' | 'failed';

/** Order for one month of Premium; each failure has its own words (R-payments-16). */
export async function orderPremium(): Promise<PlacedOrder> {
  const { data } = await request(createOrder, {
    body: { amount: PREMIUM_PRICE },
    failed: 'Failed to create order',
    unreadable: describeMismatch,
  }).catch(nameSilence);
  if (data.payment_session_id === '') throw new ApiError(201, MISSING_SESSION);
  return data;
}

function describeMismatch(body: unknown): string {
  const hasData = typeof body === 'object' && body !== null && 'data' in body && Boolean(body.data);
  return hasData ? MISSING_SESSION : 'No response data received from server';
}

/** A missing answer leaves it open whether the order was made; the next try finds it (R-payments-2). */
function nameSilence(error: unknown): never {
  if (error instanceof ApiError && error.status === 0) throw new ApiError(0, 'No response received from server');
  throw error;
}

/**
 * Reads an order and, once it is paid, claims the plan (R-payments-15). Repeated and concurrent calls are safe: the
 * server uses the order once and answers the others 409.
 */
export async function verifyPayment(orderId: string): Promise<PaymentOutcome> {
  const { data } = await request(getOrder, { params: { orderId } });
  if (data.order_status === 'ACTIVE') return 'not-completed';
  if (data.order_status !== 'PAID') return 'failed';
  await request(upgradePlan, { body: { plan: 'premium', silent: true } }).catch(acceptSamePlan);
  return 'paid';
}

/**
 * A 409 is "You are already on this plan": the provider's webhook was quicker, or this page is open twice (R-plans-15).
 */
function acceptSamePlan(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 409)) throw error;
}
