import { inflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { failureOf, post } from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startCashfree, type TestCashfree } from '../../../test/cashfree.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { captureLog, expectBalance, orderId, readRole, upgrade } from '../../../test/payments.ts';
import { addPerson, type Person } from '../../../test/people.ts';

let cashfree: TestCashfree;
let server: TestApp;
let admin: Person;
let now = Temporal.Instant.from('2026-11-21T09:00:00Z');
const { log, lines } = captureLog();

beforeAll(async () => {
  cashfree = await startCashfree();
  const seller = {
    SELLER_NAME: 'Anupalan Private Limited',
    SELLER_ADDRESS: '1 MG Road, Pune 411001',
    SELLER_GSTIN: '27AAPFU0939F1ZV',
  };
  server = await startTestApp({ env: { ...cashfree.env, ...seller }, now: () => now, log });
  admin = await addPerson(server.services, { role: 'admin' });
});

afterEach(async () => {
  cashfree.manner = 'well';
  cashfree.refundStatus = 'SUCCESS';
  await expectBalance(server);
});

afterAll(async () => {
  await server.close();
  await cashfree.close();
});

async function buy(person: Person): Promise<string> {
  const id = await orderId(server, person);
  cashfree.pay(id);
  expect((await upgrade(server, person)).statusCode).toBe(200);
  return id;
}

function refund(id: string, { token } = admin, expect5xx = false) {
  return post(server, `/payments/orders/${id}/refund`, {}, { token, expect5xx });
}

async function numberOf(person: Person): Promise<number> {
  return (await server.call({ url: '/api/payments', token: person.token })).json().data.payments[0].receiptNumber;
}

function readReceipt(number: number | string, { token }: Person) {
  return server.call({ url: `/api/payments/receipts/${number}`, token });
}

/** The text of a PDF as it is drawn. */
function readPdf(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g);
  return [...streams]
    .map(([, packed = '']) => inflateSync(Buffer.from(packed, 'latin1')).toString('latin1'))
    .flatMap((page) => page.split('\n').filter((line) => line.endsWith(' TJ')))
    .map((line) =>
      [...line.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(''),
    )
    .join('\n');
}

describe('refunding', () => {
  test('gives the money back at the provider, ends the period and the plan, and is on record', async () => {
    const person = await addPerson(server.services);
    const id = await buy(person);
    const response = await refund(id);
    expect(response.json()).toMatchObject({
      status: 'success',
      message: 'Payment refunded',
      data: { order_id: id, status: 'refunded', refundedAt: '2026-11-21T09:00:00.000Z' },
    });
    expect(response.json().data.period.endedEarlyAt).toBe('2026-11-21T09:00:00.000Z');
    expect(cashfree.orders.get(id)?.refunds).toMatchObject([{ refund_amount: 3999 }]);
    expect(await readRole(server, person)).toBe('user');
    expect((await readAuditOf(server, person.userId)).at(-1)).toMatchObject({
      action: 'plans.refund',
      actor_id: admin.userId,
    });
    expect(
      (await server.call({ url: `/api/payments/order/${id}`, token: person.token })).json().data.order_status,
    ).toBe('REFUNDED');
    expect(failureOf(await upgrade(server, person))).toEqual([402, 'Payment required']);
  });

  test('again, and by two at once, it is one refund', async () => {
    const person = await addPerson(server.services);
    const id = await buy(person);
    const responses = await Promise.all([refund(id), refund(id), refund(id)]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await refund(id)).statusCode).toBe(200);
    expect(cashfree.orders.get(id)?.refunds).toHaveLength(1);
  });

  test('of two months the other stays', async () => {
    now = Temporal.Instant.from('2026-11-21T09:00:00Z');
    const person = await addPerson(server.services);
    const first = await buy(person);
    now = Temporal.Instant.from('2026-12-18T09:00:00Z');
    const second = await buy(person);
    await refund(first);
    expect(await readRole(server, person)).toBe('premium');
    await refund(second);
    expect(await readRole(server, person)).toBe('user');
  });

  test('what an administrator gave meanwhile stays', async () => {
    const person = await addPerson(server.services);
    const id = await buy(person);
    for (const role of ['user', 'premium']) {
      const url = `/api/users/${person.userId}/role`;
      await server.call({ method: 'PATCH', url, token: admin.token, payload: { role } });
    }
    await refund(id);
    expect(await readRole(server, person)).toBe('premium');
  });

  test('a refund that the provider has yet to make counts; should it fail, an operator hears of it', async () => {
    const person = await addPerson(server.services);
    const id = await buy(person);
    cashfree.refundStatus = 'PENDING';
    expect((await refund(id)).statusCode).toBe(200);
    const made = cashfree.orders.get(id)?.refunds[0];
    if (made) made.refund_status = 'FAILED';
    lines.length = 0;
    expect((await server.call(cashfree.webhook({ data: { refund: { order_id: id } } }))).statusCode).toBe(200);
    expect(lines.join('')).toContain('a refund failed at the provider');
  });

  test.each([
    [
      'refuses',
      () => {
        cashfree.refundStatus = 'FAILED';
      },
    ],
    [
      'fails',
      () => {
        cashfree.manner = 'fail';
      },
    ],
  ] as const)('a provider that %s: 502, and nothing changes', async (_what, misbehave) => {
    const person = await addPerson(server.services);
    const id = await buy(person);
    misbehave();
    expect(failureOf(await refund(id, admin, true))).toEqual([502, 'Failed to refund the payment']);
    expect(await readRole(server, person)).toBe('premium');
  });

  test('who may: 401, 403; and what: 404, 409', async () => {
    const person = await addPerson(server.services);
    const id = await orderId(server, person);
    expect((await server.call({ method: 'POST', url: `/api/payments/orders/${id}/refund` })).statusCode).toBe(401);
    expect((await refund(id, person)).statusCode).toBe(403);
    expect((await refund(`order_${'0'.repeat(32)}`)).statusCode).toBe(404);
    expect((await refund('nothing')).statusCode).toBe(404);
    expect(failureOf(await refund(id))).toEqual([409, 'This order has not been paid']);
  });
});

describe('the payments of a user', () => {
  test('are listed for administrators as for themselves', async () => {
    const person = await addPerson(server.services);
    await buy(person);
    const list = (token?: string) =>
      server.call({ url: `/api/payments/user/${person.userId}`, ...(token && { token }) });
    const own = await server.call({ url: '/api/payments', token: person.token });
    expect((await list(admin.token)).json()).toEqual(own.json());
    expect((await list(person.token)).statusCode).toBe(403);
    expect((await list()).statusCode).toBe(401);
    expect((await server.call({ url: '/api/payments/user/x', token: admin.token })).statusCode).toBe(404);
    expect((await server.call({ url: '/api/payments' })).statusCode).toBe(401);
  });

  test('who never paid anything has a plan all the same', async () => {
    const person = await addPerson(server.services);
    expect((await server.call({ url: '/api/payments', token: person.token })).json().data).toEqual({
      plan: 'free',
      period: null,
      fallsBackAt: null,
      orderOpen: true,
      renewalOpen: false,
      payments: [],
    });
    const own = await server.call({ url: '/api/payments', token: admin.token });
    expect(own.json().data).toMatchObject({ plan: null, orderOpen: false, renewalOpen: false });
  });
});

describe('a receipt', () => {
  test('says who paid whom how much for what', async () => {
    now = Temporal.Instant.from('2026-11-21T09:00:00Z');
    const person = await addPerson(server.services, { company: { employeeCount: 5, state: 'Goa' } });
    const id = await buy(person);
    const number = await numberOf(person);
    const response = await readReceipt(number, person);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="anupalan-receipt-${number}.pdf"`,
    });
    const text = readPdf(response.rawPayload);
    for (const part of [
      `Receipt ${number}`,
      'Anupalan Private Limited',
      '1 MG Road, Pune 411001',
      'GSTIN 27AAPFU0939F1ZV',
      '21/11/2026',
      'Rao & Sons',
      'Asha Rao',
      `${person.userId}@example.in`,
      '21/11/2026 to 21/12/2026',
      'INR 3,999.00',
      'Three Thousand Nine Hundred Ninety Nine Rupees Only',
      id,
    ]) {
      expect(text.replaceAll('\n', ' ')).toContain(part);
    }
    expect(text).not.toContain('Refunded');
    await refund(id);
    expect(readPdf((await readReceipt(number, person)).rawPayload)).toContain('Refunded');
  });

  test('a name that the fonts of PDF do not have leaves the address', async () => {
    const person = await addPerson(server.services);
    const { db } = server.services.database;
    await db.updateTable('users').set({ first_name: 'आशा' }).where('id', '=', person.userId).execute();
    await buy(person);
    const text = readPdf((await readReceipt(await numberOf(person), person)).rawPayload);
    expect(text.replaceAll('\n', '')).toContain(`Received from${person.userId}@example.in`);
  });

  test('is for its owner and for administrators: 401, 404', async () => {
    const [person, other] = [await addPerson(server.services), await addPerson(server.services)];
    await buy(person);
    const number = await numberOf(person);
    expect((await readReceipt(number, admin)).statusCode).toBe(200);
    expect((await readReceipt(number, other)).statusCode).toBe(404);
    for (const wrong of ['0', '-1', '1.5', 'x', '999999', '9'.repeat(30)]) {
      expect((await readReceipt(wrong, person)).statusCode, wrong).toBe(404);
    }
    expect((await server.call({ url: `/api/payments/receipts/${number}` })).statusCode).toBe(401);
  });

  test('stays when the buyer is erased, without them', async () => {
    const person = await addPerson(server.services);
    const id = await buy(person);
    const number = await numberOf(person);
    await server.call({ method: 'DELETE', url: `/api/users/${person.userId}`, token: admin.token });
    const text = readPdf((await readReceipt(number, admin)).rawPayload);
    expect(text).toContain('A customer whose data were erased');
    expect(text).not.toContain(person.userId);
    expect((await refund(id)).statusCode).toBe(200);
  });
});
