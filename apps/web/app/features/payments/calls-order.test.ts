import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api/api.ts';
import { orderPremium, verifyPayment } from './calls-order.ts';

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

test('no answer to an order is named too', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(orderPremium()).rejects.toThrow('No response received from server');
});

const ORDER_ID = `order_${'0'.repeat(32)}`;

let calls: string[] = [];

beforeEach(() => {
  calls = [];
});

function serve(order_status: string, upgrade: { status: number; message: string }) {
  const order = { order_id: ORDER_ID, cf_order_id: '1', order_status, order_amount: 3999, order_currency: 'INR' };
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    calls.push(`${method} ${address}`);
    if (method === 'GET') return Response.json({ status: 'success', data: order });
    return Response.json({ status: 'error', message: upgrade.message }, { status: upgrade.status });
  });
}

test('what was given already is as good as given', async () => {
  serve('PAID', { status: 409, message: 'You are already on this plan' });
  await expect(verifyPayment(ORDER_ID)).resolves.toBe('paid');
  expect(calls).toEqual([`GET /api/payments/order/${ORDER_ID}`, 'POST /api/plans/upgrade']);
});

test.each([
  ['ACTIVE', 'not-completed'],
  ['FAILED', 'failed'],
  ['EXPIRED', 'failed'],
  ['TERMINATION_REQUESTED', 'failed'],
] as const)('%s is %s and asks for no plan', async (word, outcome) => {
  serve(word, { status: 500, message: 'never asked' });
  await expect(verifyPayment(ORDER_ID)).resolves.toBe(outcome);
  expect(calls).toHaveLength(1);
});

test('a paid order that was used before is said to be', async () => {
  serve('PAID', { status: 402, message: 'Payment required' });
  await expect(verifyPayment(ORDER_ID)).rejects.toThrow('Payment required');
});

test('without an answer nothing is known', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(verifyPayment(ORDER_ID)).rejects.toThrow(ApiError);
});
