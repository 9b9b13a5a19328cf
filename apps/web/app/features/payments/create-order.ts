import { createOrder, type PlacedOrder } from '@anupalan/contract/payments';
import { PREMIUM_PRICE } from '@anupalan/domain/plans';
import { ApiError, request } from '../../lib/api.ts';

const MISSING_SESSION = 'Invalid response from server: missing payment_session_id';

/** Orders one month of Premium. Fails in the words of specification 1, section 8. */
export async function orderPremium(): Promise<PlacedOrder> {
  const { data } = await request(createOrder, {
    body: { amount: PREMIUM_PRICE },
    fallback: 'Failed to create order',
    mismatch: describeMismatch,
  }).catch(nameSilence);
  if (data.payment_session_id === '') throw new ApiError(201, MISSING_SESSION);
  return data;
}

function describeMismatch(body: unknown): string {
  const hasData = typeof body === 'object' && body !== null && 'data' in body && Boolean(body.data);
  return hasData ? MISSING_SESSION : 'No response data received from server';
}

/** Without an answer the order may or may not have been made; the next try finds it. */
function nameSilence(error: unknown): never {
  if (error instanceof ApiError && error.status === 0) throw new ApiError(0, 'No response received from server');
  throw error;
}
