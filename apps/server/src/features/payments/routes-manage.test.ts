import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { post } from '../../../test/accounts.ts';
import { startCashfree, type TestCashfree } from '../../../test/cashfree.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { buy, expectBalance } from '../../../test/payments.ts';
import { addPerson, type Person } from '../../../test/people.ts';

let cashfree: TestCashfree;
let server: TestApp;
let admin: Person;
let now = Temporal.Instant.from('2026-11-21T09:00:00Z');

beforeAll(async () => {
  cashfree = await startCashfree();
  const seller = {
    SELLER_NAME: 'Anupalan Private Limited',
    SELLER_ADDRESS: '1 MG Road, Pune 411001',
    SELLER_GSTIN: '27AAPFU0939F1ZV',
  };
  server = await startTestApp({ env: { ...cashfree.env, ...seller }, now: () => now });
  admin = await addPerson(server.services, { role: 'admin' });
});

afterEach(() => expectBalance(server));

afterAll(async () => {
  await server.close();
  await cashfree.close();
});

function refund(id: string) {
  return post(server, `/payments/orders/${id}/refund`, {}, { token: admin.token });
}

async function numberOf(person: Person): Promise<number> {
  return (await server.call({ url: '/api/payments', token: person.token })).json().data.payments[0].receiptNumber;
}

function readReceipt(number: number | string, { token }: Person) {
  return server.call({ url: `/api/payments/receipts/${number}`, token });
}

/** The lines of a PDF's text. */
async function readPdf(pdf: Buffer): Promise<string> {
  return (await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })).text;
}

describe('the payments of a user', () => {
  test('are listed for administrators as for themselves', async () => {
    const person = await addPerson(server.services);
    await buy(server, cashfree, person);
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
    const id = await buy(server, cashfree, person);
    const number = await numberOf(person);
    const response = await readReceipt(number, person);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="anupalan-receipt-${number}.pdf"`,
    });
    const text = await readPdf(response.rawPayload);
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
    expect(await readPdf((await readReceipt(number, person)).rawPayload)).toContain('Refunded');
  });

  test('names a buyer in Indian scripts', async () => {
    const person = await addPerson(server.services, { company: { employeeCount: 5, state: 'Goa' } });
    const { db } = server.services.database;
    const company = { company_name: 'आशा कुलकर्णी & Co. தமிழ்' };
    await db.updateTable('companies').set(company).where('workspace_id', '=', person.workspaceId).execute();
    await buy(server, cashfree, person);
    const pdf = (await readReceipt(await numberOf(person), person)).rawPayload;
    for (const font of ['NotoSansDevanagari-Bold', 'NotoSansTamil-Bold']) expect(pdf.includes(font)).toBe(true);
    expect(await readPdf(pdf)).toMatch(/Received from आशा .+ & Co\. தமிழ்\nAsha Rao\n/);
  });

  test('leaves out a name that no font can write, and keeps the address', async () => {
    const person = await addPerson(server.services);
    const { db } = server.services.database;
    await db.updateTable('users').set({ first_name: '李' }).where('id', '=', person.userId).execute();
    await buy(server, cashfree, person);
    const text = await readPdf((await readReceipt(await numberOf(person), person)).rawPayload);
    expect(text).toContain(`Received from ${person.userId}@example.in\n`);
  });

  test('is for its owner and for administrators: 401, 404', async () => {
    const [person, other] = [await addPerson(server.services), await addPerson(server.services)];
    await buy(server, cashfree, person);
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
    const id = await buy(server, cashfree, person);
    const number = await numberOf(person);
    await server.call({ method: 'DELETE', url: `/api/users/${person.userId}`, token: admin.token });
    const text = await readPdf((await readReceipt(number, admin)).rawPayload);
    expect(text).toContain('A customer whose data were erased');
    expect(text).not.toContain(person.userId);
    expect((await refund(id)).statusCode).toBe(200);
  });
});
