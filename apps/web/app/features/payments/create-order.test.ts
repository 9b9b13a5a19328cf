import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { orderPremium } from './create-order.ts';

const ORDER = {
  order_id: `order_${'0'.repeat(32)}`,
  cf_order_id: '1',
  payment_session_id: 'session',
  order_amount: 3999,
  order_currency: 'INR',
  provider: 'local',
  mode: 'sandbox',
};

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => 'token' }));
afterEach(() => vi.unstubAllGlobals());

function answerWith(status: number, body: unknown) {
  const text = body === undefined ? '<html>' : JSON.stringify(body);
  vi.stubGlobal('fetch', async () => new Response(text, { status }));
}

test('an order is what the server answers', async () => {
  answerWith(201, { status: 'success', data: ORDER });
  await expect(orderPremium()).resolves.toEqual(ORDER);
});

test.each([
  [502, undefined, 'Failed to create order'],
  [400, { status: 'error', message: 'Invalid amount' }, 'Invalid amount'],
  [201, undefined, 'No response data received from server'],
  [201, { status: 'success' }, 'No response data received from server'],
  [
    201,
    { status: 'success', data: { ...ORDER, payment_session_id: undefined } },
    'Invalid response from server: missing payment_session_id',
  ],
  [
    201,
    { status: 'success', data: { ...ORDER, payment_session_id: '' } },
    'Invalid response from server: missing payment_session_id',
  ],
])('an answer of %i that is no order is named: %j', async (status, body, message) => {
  answerWith(status, body);
  await expect(orderPremium()).rejects.toThrow(message);
});

test('so is none at all', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(orderPremium()).rejects.toThrow('No response received from server');
});
