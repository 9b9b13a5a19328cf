import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { verifyPayment } from './verify-payment.ts';

const ORDER_ID = `order_${'0'.repeat(32)}`;

let calls: string[] = [];

beforeEach(() => {
  calls = [];
  vi.stubGlobal('localStorage', { getItem: () => 'token' });
});
afterEach(() => vi.unstubAllGlobals());

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
