import { getOrder } from '@anupalan/contract/payments';
import { upgradePlan } from '@anupalan/contract/plans';
import { ApiError, request } from '../../lib/api.ts';

/** What became of an order: PAID, ACTIVE, or any other word of the provider's (specification 1, section 4). */
export type PaymentOutcome = 'paid' | 'not-completed' | 'failed';

/**
 * Reads an order and, once it is paid, takes what it bought. May be done again, and by several at once: the order is given
 * to one of them, and the others hear that it was.
 */
export async function verifyPayment(orderId: string): Promise<PaymentOutcome> {
  const { data } = await request(getOrder, { params: { orderId } });
  if (data.order_status === 'ACTIVE') return 'not-completed';
  if (data.order_status !== 'PAID') return 'failed';
  await request(upgradePlan, { body: { plan: 'premium', silent: true } }).catch(acceptSamePlan);
  return 'paid';
}

/** 409 is "You are already on this plan": the provider's webhook was quicker, or this page is open twice. */
function acceptSamePlan(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 409)) throw error;
}
