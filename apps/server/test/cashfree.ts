import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const CREDENTIALS = { appId: 'TEST_APP', secretKey: 'cfsk_test_top_secret' };

const NewOrder = z.object({
  order_id: z.string(),
  order_amount: z.number(),
  order_currency: z.string(),
  order_expiry_time: z.string(),
  customer_details: z.record(z.string(), z.string()),
  order_meta: z.object({ return_url: z.string(), notify_url: z.string().optional() }),
});

const NewRefund = z.object({ refund_id: z.string(), refund_amount: z.number() });

export interface CashfreeOrder {
  readonly request: z.infer<typeof NewOrder>;
  status: string;
  amount: unknown;
  currency: string;
  refunds: { refund_id: string; refund_amount: number; refund_status: string }[];
}

/**
 * The ways to answer: `forget` does what it is asked and answers 500; `bare` leaves out of an order all that is not
 * needed for paying.
 */
type Manner = 'well' | 'forget' | 'bare' | 'another-order' | keyof typeof MISBEHAVIOURS;

export interface TestCashfree {
  /** The environment that makes a server use this provider. */
  readonly env: Record<string, string>;
  readonly orders: Map<string, CashfreeOrder>;
  /** The calls that came, oldest first. */
  readonly calls: string[];
  /** Their headers. */
  readonly headers: IncomingHttpHeaders[];
  /** The way to answer from now on. */
  manner: Manner;
  /** The status of refunds that are asked for from now on. */
  refundStatus: string;
  /** Runs between a refund and the answer about it. */
  afterRefund: ((refundId: string) => Promise<void>) | null;
  pay(orderId: string, as?: Partial<Pick<CashfreeOrder, 'status' | 'amount' | 'currency'>>): void;
  /** A webhook as Cashfree sends it: what `app.inject` needs. */
  webhook(body: object | string, options?: { timestamp?: string; secretKey?: string }): WebhookCall;
  close(): Promise<void>;
}

export interface WebhookCall {
  method: 'POST';
  url: string;
  headers: Record<string, string>;
  payload: string;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

/** The answers of a provider that fails, by their manner. */
const MISBEHAVIOURS = {
  hang: () => undefined,
  drip: (response: ServerResponse) => response.writeHead(200, JSON_HEADERS).write('{"order_id":'),
  cut: (response: ServerResponse) => response.destroy(),
  fail: (response: ServerResponse) =>
    answer(response, 500, { code: 'internal_error', type: 'api_error', message: 'Try later' }),
  nonsense: (response: ServerResponse) => answer(response, 200, { hello: 'world' }),
  half: (response: ServerResponse) => response.writeHead(200, JSON_HEADERS).end('{"order_id":'),
  flood: (response: ServerResponse) => answer(response, 200, { order_id: 'x'.repeat(1024 * 1024) }),
  redirect: (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  'html-404': (response: ServerResponse) =>
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'),
};

function isMisbehaviour(manner: Manner): manner is keyof typeof MISBEHAVIOURS {
  return manner in MISBEHAVIOURS;
}

/** Cashfree as far as orders and refunds go, over HTTP, with every way of failing that we must survive. */
export async function startCashfree(): Promise<TestCashfree> {
  const orders: TestCashfree['orders'] = new Map();
  const calls: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    if (request.headers['x-client-secret'] !== CREDENTIALS.secretKey) {
      answer(response, 401, { code: 'request_failed', type: 'authentication_error', message: 'Unauthorised' });
    } else if (isMisbehaviour(cashfree.manner)) MISBEHAVIOURS[cashfree.manner](response);
    else void serveCall(cashfree, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cashfree: TestCashfree = {
    env: {
      CASHFREE_APP_ID: CREDENTIALS.appId,
      CASHFREE_SECRET_KEY: CREDENTIALS.secretKey,
      CASHFREE_API_URL: `http://127.0.0.1:${port}/pg`,
    },
    orders,
    calls,
    headers,
    manner: 'well',
    refundStatus: 'SUCCESS',
    afterRefund: null,
    pay: (orderId, as = {}) => {
      const order = orders.get(orderId);
      if (!order) throw new Error(`There is no order ${orderId}`);
      Object.assign(order, { status: 'PAID', ...as });
    },
    webhook: (body, { timestamp = '1746427759733', secretKey = CREDENTIALS.secretKey } = {}) => {
      const payload = typeof body === 'string' ? body : JSON.stringify(body);
      const signature = createHmac('sha256', secretKey).update(`${timestamp}${payload}`).digest('base64');
      return {
        method: 'POST',
        url: '/api/payments/webhook',
        headers: {
          'content-type': 'application/json',
          'x-webhook-signature': signature,
          'x-webhook-timestamp': timestamp,
        },
        payload,
      };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return cashfree;
}

async function serveCall(cashfree: TestCashfree, request: IncomingMessage, response: ServerResponse) {
  const [, , , orderId = '', refunds, refundId] = (request.url ?? '').split('/');
  if (request.method === 'POST' && orderId === '') return createOrder(cashfree, await json(request), response);
  const order = cashfree.orders.get(orderId);
  if (!order) return refuse(response, 404, 'order_not_found');
  if (request.method === 'GET' && refunds === undefined) return answer(response, 200, describe(cashfree, order));
  if (request.method === 'POST') return createRefund(cashfree, order, await json(request), response);
  const refund = order.refunds.find(({ refund_id }) => refund_id === refundId);
  if (!refund) return refuse(response, 404, 'refund_not_found');
  return answer(response, 200, { ...refund, order_id: orderId });
}

function createOrder(cashfree: TestCashfree, body: unknown, response: ServerResponse) {
  const request = NewOrder.parse(body);
  if (cashfree.orders.has(request.order_id)) return refuse(response, 409, 'order_already_exists');
  const order = { request, status: 'ACTIVE', amount: request.order_amount, currency: request.order_currency };
  cashfree.orders.set(request.order_id, { ...order, refunds: [] });
  answer(response, 200, describe(cashfree, { ...order, refunds: [] }));
}

async function createRefund(cashfree: TestCashfree, order: CashfreeOrder, body: unknown, response: ServerResponse) {
  const request = NewRefund.parse(body);
  const isThere = order.refunds.some(({ refund_id }) => refund_id === request.refund_id);
  if (isThere) return refuse(response, 409, 'refund_already_exists');
  const refund = { ...request, refund_status: cashfree.refundStatus };
  order.refunds.push(refund);
  await cashfree.afterRefund?.(refund.refund_id);
  if (cashfree.manner === 'forget') return answer(response, 500, { code: 'internal_error', type: 'api_error' });
  answer(response, 200, { ...refund, order_id: order.request.order_id });
}

function describe(cashfree: TestCashfree, { request, status, amount, currency }: CashfreeOrder): object {
  return {
    ...(cashfree.manner !== 'bare' && {
      cf_order_id: `cf_${request.order_id.slice(-8)}`,
      payment_session_id: `session_${request.order_id}`,
    }),
    order_id: cashfree.manner === 'another-order' ? 'order_of_somebody_else' : request.order_id,
    entity: 'order',
    order_status: status,
    order_amount: amount,
    order_currency: currency,
    customer_details: request.customer_details,
  };
}

function refuse(response: ServerResponse, status: number, code: string) {
  answer(response, status, { code, type: 'invalid_request_error', message: 'It cannot be done' });
}

function answer(response: ServerResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
