import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startCashfree, type TestCashfree } from '../../../../test/cashfree.ts';
import { openCashfree } from './cashfree.ts';
import { GatewayError, type NewGatewayOrder, type PaymentGateway } from './gateway.ts';

let cashfree: TestCashfree;
let gateway: PaymentGateway;

const ORDER: NewGatewayOrder = {
  orderId: 'order_1',
  amountPaise: 399_900,
  currency: 'INR',
  customer: { id: '019a0000-0000-7000-8000-000000000001', phone: '9812345678' },
  returnUrl: 'http://localhost:3000/payment/status?order_id=order_1',
  notifyUrl: 'http://localhost:3000/api/payments/webhook',
  expiresAt: Temporal.Instant.from('2026-11-21T10:00:00Z'),
};

beforeEach(async () => {
  cashfree = await startCashfree();
  gateway = open();
});

afterEach(() => {
  vi.restoreAllMocks();
  return cashfree.close();
});

function open(secretKey = cashfree.env.CASHFREE_SECRET_KEY ?? '', apiUrl = `${cashfree.env.CASHFREE_API_URL}/`) {
  return openCashfree({ appId: 'TEST_APP', secretKey, mode: 'sandbox', apiUrl });
}

function never(): AbortSignal {
  return new AbortController().signal;
}

test('an order says what it must and nothing else about who pays', async () => {
  await gateway.createOrder(ORDER, never());
  expect(cashfree.orders.get('order_1')?.request).toEqual({
    order_id: 'order_1',
    order_amount: 3999,
    order_currency: 'INR',
    order_expiry_time: '2026-11-21T10:00:00Z',
    customer_details: { customer_id: '019a0000000070008000000000000001', customer_phone: '9812345678' },
    order_meta: { return_url: ORDER.returnUrl },
  });
});

test('webhooks are asked for where they can come to', async () => {
  const notifyUrl = 'https://compliance.example.in/api/payments/webhook';
  await gateway.createOrder({ ...ORDER, notifyUrl }, never());
  expect(cashfree.orders.get('order_1')?.request.order_meta).toEqual({
    return_url: ORDER.returnUrl,
    notify_url: notifyUrl,
  });
});

test.each([
  ['9812345678', '9812345678'],
  ['919812345678', '9812345678'],
  ['09812345678', '9812345678'],
  ['4915112345678', '+4915112345678'],
  ['', '9999999999'],
])('the phone number %s goes as %s', async (phone, sent) => {
  await gateway.createOrder({ ...ORDER, customer: { ...ORDER.customer, phone } }, never());
  expect(cashfree.orders.get('order_1')?.request.customer_details.customer_phone).toBe(sent);
});

test('an order that exists is answered as it is, one that does not is null', async () => {
  const first = await gateway.createOrder(ORDER, never());
  expect(first).toEqual({
    providerOrderId: 'cf_order_1',
    sessionId: 'session_order_1',
    status: 'ACTIVE',
    amountPaise: 399_900,
    currency: 'INR',
  });
  expect(await gateway.createOrder(ORDER, never())).toEqual(first);
  expect(await gateway.fetchOrder('order_1', never())).toEqual(first);
  expect(await gateway.fetchOrder('order_2', never())).toBeNull();
});

test('the same refund asked for twice is one', async () => {
  await gateway.createOrder(ORDER, never());
  const refund = { orderId: 'order_1', refundId: 'refund1', amountPaise: 399_900 };
  expect(await gateway.refund(refund, never())).toBe('done');
  expect(await gateway.refund(refund, never())).toBe('done');
  expect(cashfree.orders.get('order_1')?.refunds).toEqual([
    { refund_id: 'refund1', refund_amount: 3999, refund_status: 'SUCCESS' },
  ]);
});

test('a call carries the version, the credentials and the key of what it makes', async () => {
  await gateway.createOrder(ORDER, never());
  await gateway.refund({ orderId: 'order_1', refundId: 'refund1', amountPaise: 399_900 }, never());
  await gateway.fetchOrder('a/b', never());
  const credentials = {
    'x-api-version': '2026-01-01',
    'x-client-id': 'TEST_APP',
    'x-client-secret': cashfree.env.CASHFREE_SECRET_KEY,
  };
  const posted = { ...credentials, 'content-type': 'application/json' };
  expect(cashfree.headers).toMatchObject([
    { ...posted, 'x-idempotency-key': 'order_1' },
    { ...posted, 'x-idempotency-key': 'refund1' },
    credentials,
  ]);
  expect(cashfree.calls).toEqual(['POST /pg/orders', 'POST /pg/orders/order_1/refunds', 'GET /pg/orders/a%2Fb']);
});

describe('a failure has our own message', () => {
  test.each([
    ['fail', 'Cashfree, reading an order: 500 internal_error'],
    ['nonsense', 'Cashfree answered what is not the order asked for'],
    ['half', 'Cashfree answered what is not the order asked for'],
    ['another-order', 'Cashfree answered what is not the order asked for'],
    ['html-404', 'Cashfree, reading an order: 404'],
    ['redirect', 'Cashfree, reading an order: 302'],
    ['flood', 'Cashfree, reading an order: the answer is too large'],
    ['cut', 'Cashfree, reading an order: UND_ERR_SOCKET'],
  ] as const)('%s', async (manner, message) => {
    await gateway.createOrder(ORDER, never());
    cashfree.manner = manner;
    await expect(gateway.fetchOrder('order_1', never())).rejects.toThrow(new GatewayError(message));
  });

  test.each(['hang', 'drip'] as const)('%s, until the time is over', async (manner) => {
    await gateway.createOrder(ORDER, never());
    cashfree.manner = manner;
    await expect(gateway.fetchOrder('order_1', AbortSignal.timeout(50))).rejects.toThrow(
      'Cashfree, reading an order: no answer in time',
    );
  });

  test('of each call, by its own words', async () => {
    await gateway.createOrder(ORDER, never());
    const refund = { orderId: 'order_1', refundId: 'refund1', amountPaise: 399_900 };
    await expect(gateway.refund({ ...refund, orderId: 'order_2' }, never())).rejects.toThrow(
      new GatewayError('Cashfree, refunding: 404 order_not_found'),
    );
    expect(await gateway.fetchRefund(refund, never())).toBeNull();
    cashfree.manner = 'nonsense';
    const notTheRefund = new GatewayError('Cashfree answered what is not the refund asked for');
    await expect(gateway.refund(refund, never())).rejects.toThrow(notTheRefund);
    await expect(gateway.fetchRefund(refund, never())).rejects.toThrow(notTheRefund);
    cashfree.manner = 'fail';
    await expect(gateway.createOrder({ ...ORDER, orderId: 'order_2' }, never())).rejects.toThrow(
      new GatewayError('Cashfree, creating an order: 500 internal_error'),
    );
    await expect(gateway.fetchRefund(refund, never())).rejects.toThrow(
      new GatewayError('Cashfree, reading a refund: 500 internal_error'),
    );
  });

  test('where nothing listens', async () => {
    await cashfree.close();
    await expect(gateway.fetchOrder('order_1', never())).rejects.toThrow(
      new GatewayError('Cashfree, reading an order: ECONNREFUSED'),
    );
  });
});

test('no failure carries the credentials or who pays', async () => {
  const told = (error: unknown) => inspect(error, { depth: null, showHidden: true });
  const failures = [
    open('wrong-secret').createOrder(ORDER, never()).catch(told),
    open('bad\nsecret').createOrder(ORDER, never()).catch(told),
    open('secret', 'http://127.0.0.1:1/pg').createOrder(ORDER, never()).catch(told),
    gateway.createOrder(ORDER, AbortSignal.abort()).catch(told),
  ];
  for (const failure of await Promise.all(failures)) {
    expect(failure).toContain('Cashfree, creating an order: ');
    expect(failure).not.toMatch(/secret|981234|TEST_APP/);
  }
});

test('whatever fails, nothing goes anywhere but to Cashfree', async () => {
  const hosts = new Set<string>();
  const listen = (message: unknown) => {
    const { request } = message as { request: { host?: string; origin?: string } };
    hosts.add(request.host ?? request.origin ?? '?');
  };
  const channels = ['http.client.request.start', 'undici:request:create'];
  for (const channel of channels) subscribe(channel, listen);
  cashfree.manner = 'fail';
  await expect(gateway.createOrder(ORDER, never())).rejects.toThrow();
  cashfree.manner = 'redirect';
  await expect(gateway.fetchOrder('order_1', never())).rejects.toThrow();
  for (const channel of channels) unsubscribe(channel, listen);
  expect([...hosts]).toEqual([new URL(cashfree.env.CASHFREE_API_URL ?? '').origin]);
});

test('a signature is of the very bytes and the time', () => {
  const { headers, payload } = cashfree.webhook({ type: 'PAYMENT_SUCCESS_WEBHOOK' });
  const webhook = {
    signature: headers['x-webhook-signature'] ?? '',
    timestamp: headers['x-webhook-timestamp'] ?? '',
    rawBody: Buffer.from(payload),
  };
  expect(gateway.isGenuine(webhook)).toBe(true);
  expect(gateway.isGenuine({ ...webhook, timestamp: '1' })).toBe(false);
  expect(gateway.isGenuine({ ...webhook, rawBody: Buffer.from(`${payload} `) })).toBe(false);
  expect(gateway.isGenuine({ ...webhook, signature: '' })).toBe(false);
});

test.each([
  ['sandbox', 'https://sandbox.cashfree.com/pg/orders/order_1'],
  ['production', 'https://api.cashfree.com/pg/orders/order_1'],
] as const)('without CASHFREE_API_URL the mode %s goes to its own address', async (mode, url) => {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    asked.push(String(address));
    return Promise.reject(new TypeError('fetch failed'));
  });
  const live = openCashfree({ appId: 'x', secretKey: 'y', mode, apiUrl: undefined });
  await expect(live.fetchOrder('order_1', never())).rejects.toThrow('Cashfree, reading an order: it failed');
  expect(asked).toEqual([url]);
});
