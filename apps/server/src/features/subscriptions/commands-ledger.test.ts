import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { expectBalance, order, readRole, upgrade } from '../../../test/payments.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { reconcileOrders } from '../payments/orders/commands-reconcile.ts';
import { endUnpaidPlans } from './commands-expire.ts';

let server: TestApp;
let admin: Person;
let now = Temporal.Instant.from('2026-11-21T09:00:00Z');

beforeAll(async () => {
  server = await startTestApp({ now: () => now });
  admin = await addPerson(server.services, { role: 'admin' });
});

afterAll(() => server.close());

/** The steps that can happen to a customer; each copes with whatever happened before or happens at the same moment. */
const STEPS = {
  order: (person) => order(server, person),
  pay: async (person) => finish(person, 'PAID'),
  fail: async (person) => finish(person, 'FAILED'),
  webhook: async (person) => {
    const latest = await latestOrder(person);
    if (latest) await tell({ order: latest });
  },
  refundAtProvider: async (person) => {
    const latest = await latestOrder(person);
    if (!latest) return;
    await server.services.database.pool.query(
      `update local_payments set refund_id = 'elsewhere' where order_id = $1 and status = 'PAID' and refund_id is null`,
      [latest.order_id],
    );
    await tell({ refund: { ...latest, refund_id: 'elsewhere' } });
  },
  statusPage: async (person) => {
    const latest = await latestOrder(person);
    if (latest) await server.call({ url: `/api/payments/order/${latest.order_id}`, token: person.token });
  },
  upgrade: (person) => upgrade(server, person),
  downgrade: (person) => post(server, '/plans/downgrade', {}, { token: person.token }),
  refund: async (person) => {
    const latest = await latestOrder(person);
    if (latest) await post(server, `/payments/orders/${latest.order_id}/refund`, {}, { token: admin.token });
  },
  gift: (person) => setRole(person, 'premium'),
  takeBack: (person) => setRole(person, 'user'),
  reconcile: () => reconcileOrders(server.services),
  expire: () => endUnpaidPlans(server.services),
  wait: async () => {
    now = now.add({ minutes: 30 });
  },
  waitLong: async () => {
    now = now.add({ hours: 26 * 24 });
  },
} satisfies Record<string, (person: Person) => Promise<unknown>>;

type Step = keyof typeof STEPS;

function isStep(name: string): name is Step {
  return name in STEPS;
}

/** Sends the provider's webhook. */
async function tell(data: object): Promise<void> {
  const { gateway } = server.services;
  if (gateway?.provider !== 'local') throw new Error('These steps are of the local gateway');
  const { rawBody, signature, timestamp } = gateway.composeWebhook(data);
  const headers = { 'x-webhook-signature': signature, 'x-webhook-timestamp': timestamp };
  await server.call({ method: 'POST', url: '/api/payments/webhook', headers, payload: rawBody });
}

async function latestOrder({ userId }: Person) {
  return await server.services.database.db
    .selectFrom('orders')
    .select('order_id')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Pays or fails an order at the provider, which tells nobody. */
async function finish(person: Person, status: 'PAID' | 'FAILED'): Promise<void> {
  const latest = await latestOrder(person);
  if (!latest) return;
  await server.services.database.db
    .updateTable('local_payments')
    .set({ status })
    .where('order_id', '=', latest.order_id)
    .where('status', '=', 'ACTIVE')
    .where('expires_at', '>', new Date(now.epochMilliseconds))
    .execute();
}

function setRole({ userId }: Person, role: string) {
  const url = `/api/users/${userId}/role`;
  return server.call({ method: 'PATCH', url, token: admin.token, payload: { role } });
}

/** Orders that the provider has money for and that granted nothing, after all have been asked about. */
async function findMoneyWithoutPlan({ userId }: Person): Promise<unknown[]> {
  const { rows } = await server.services.database.pool.query(
    `select o.order_id, o.status from orders o join local_payments l using (order_id)
     where o.user_id = $1 and l.status = 'PAID' and o.granted_at is null and o.refunded_at is null`,
    [userId],
  );
  return rows;
}

/** Orders that granted something for no money, or for money that went back. */
async function findPlanWithoutMoney({ userId }: Person): Promise<unknown[]> {
  const { rows } = await server.services.database.pool.query(
    `select o.order_id from orders o join local_payments l using (order_id)
     where o.user_id = $1 and o.granted_at is not null
       and (l.status <> 'PAID' or l.refund_id is not null and o.refunded_at is null)`,
    [userId],
  );
  return rows;
}

test('whatever happens in whatever order, even at once, the ledger balances and money and plan go together', async () => {
  const steps = fc.constantFrom(...Object.keys(STEPS).filter(isStep));
  const moments = fc.array(fc.array(steps, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(moments, async (script) => {
      const person = await addPerson(server.services);
      await order(server, person);
      for (const atOnce of script) await Promise.all(atOnce.map((step) => STEPS[step](person)));
      await expectBalance(server);
      expect(await findPlanWithoutMoney(person)).toEqual([]);
      // A gift has no end, so a payment made under it waits until it is taken back.
      if ((await readRole(server, person)) === 'premium') await setRole(person, 'user');
      await finish(person, 'PAID');
      now = now.add({ minutes: 5 });
      await reconcileOrders(server.services);
      await upgrade(server, person);
      expect(await findMoneyWithoutPlan(person)).toEqual([]);
      await expectBalance(server);
    }),
    { numRuns: 25 },
  );
}, 60_000);
