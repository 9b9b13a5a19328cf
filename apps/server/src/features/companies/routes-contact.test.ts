import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf, UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import * as fixture from '../members/company.fixture.ts';

/* E-mail and phone of companies that are made for others (R-companies-27). */

const { ask } = fixture;

const EMAIL_TAKEN = [409, 'This company email is already registered'];

let server: TestApp;
let nth = 0;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

interface Contact {
  readonly companyEmail: string;
  readonly companyPhone: string;
}

const newContact = (companyEmail = `office${++nth}@client.in`): Contact => ({
  companyEmail,
  companyPhone: `98${String(10_000_000 + ++nth)}`,
});

const FORM = { designation: 'HR', employeeCount: 20, state: 'Kerala', city: 'Kochi', country: 'India' };

/** A company with a phone and an e-mail of its own that whoever works there registered. */
async function register(contact: Contact) {
  const { token } = await fixture.addSomebody(server);
  const payload = { companyName: 'Client Mills', ...FORM, ...contact };
  return await server.call({ method: 'POST', url: '/api/companies/register', token, payload });
}

/** A consultant's further company. */
async function openFurther(by: fixture.Colleague): Promise<fixture.Colleague> {
  const form = { companyName: 'Client Mills', state: 'Kerala', employeeCount: 20 };
  const { data } = (await ask(server, by, 'POST', '/companies', form)).json();
  const { rows } = await server.owner.query('select workspace_id from companies where id = $1', [data.companyId]);
  return { ...by, workspaceId: rows[0].workspace_id, companyId: data.companyId };
}

function setContact({ token, companyId }: fixture.Colleague, contact: Contact) {
  const payload = { companyName: 'Client Mills', ...FORM, ...contact };
  const headers = { 'x-company': companyId };
  return server.call({ method: 'PUT', url: '/api/companies/profile', token, headers, payload });
}

async function handOver(from: fixture.Colleague, to: fixture.Colleague) {
  const offer = await ask(server, from, 'POST', '/handovers', { userId: to.userId });
  expect((await ask(server, to, 'POST', `/handovers/${offer.json().data._id}/accept`)).statusCode).toBe(200);
}

async function readContact({ token, companyId }: fixture.Colleague) {
  const { data } = (await ask(server, { token, companyId }, 'GET', '/companies/profile')).json();
  return { companyEmail: data.company.companyEmail, companyPhone: data.company.companyPhone };
}

describe('a company that somebody made for others', () => {
  test('takes e-mail and phone from nobody, and may have those of another', async () => {
    const consultant = await fixture.openCompany(server, 'premium');
    const [one, other] = [await openFurther(consultant), await openFurther(consultant)];
    const contact = newContact();
    for (const company of [one, other]) expect((await setContact(company, contact)).statusCode).toBe(200);
    expect((await register(contact)).statusCode).toBe(201);
    expect((await setContact(one, contact)).statusCode).toBe(200);
    expect(await readContact(one)).toEqual(contact);
    // Those of who registered are unique as ever.
    expect(failureOf(await register(contact))).toEqual(EMAIL_TAKEN);
    expect(failureOf(await setContact(consultant, contact))).toEqual(EMAIL_TAKEN);
  });

  test('has them for itself once an owner whose confirmed e-mail it is accepted', async () => {
    const company = await openFurther(await fixture.openCompany(server, 'premium'));
    const client = await fixture.addColleague(server, company, 'manager', 'premium');
    const contact = newContact(client.email);
    await setContact(company, contact);
    await handOver(company, client);
    expect(failureOf(await register(contact))).toEqual(EMAIL_TAKEN);
    expect(failureOf(await register({ ...newContact(), companyPhone: contact.companyPhone }))).toEqual([
      409,
      'This company phone is already registered',
    ]);
  });

  test('has them for itself as soon as that owner gives it their address, unless another has it', async () => {
    const company = await openFurther(await fixture.openCompany(server, 'premium'));
    const client = await fixture.addColleague(server, company, 'manager', 'premium');
    const before = newContact();
    await setContact(company, before);
    await handOver(company, client);
    expect((await register(before)).statusCode).toBe(201);
    const taken = newContact(client.email);
    const { companyPhone } = newContact();
    await register({ companyEmail: newContact().companyEmail, companyPhone });
    expect(failureOf(await setContact(client, { ...taken, companyPhone }))).toEqual([
      409,
      'This company phone is already registered',
    ]);
    expect((await setContact(client, taken)).statusCode).toBe(200);
    expect(failureOf(await register(taken))).toEqual(EMAIL_TAKEN);
  });

  test('changes its profile where another has them, as long as it gives itself no other e-mail', async () => {
    const company = await openFurther(await fixture.openCompany(server, 'premium'));
    const client = await fixture.addColleague(server, company, 'manager', 'premium');
    const contact = newContact(client.email);
    await setContact(company, contact);
    expect((await register(contact)).statusCode).toBe(201);
    await handOver(company, client);
    const { companyPhone } = newContact();
    expect((await setContact(client, { ...contact, companyPhone })).statusCode).toBe(200);
    expect(await readContact(client)).toEqual({ ...contact, companyPhone });
  });

  test('has them for itself once an administrator appoints an owner whose confirmed e-mail it is', async () => {
    const company = await openFurther(await fixture.openCompany(server, 'premium'));
    const client = await fixture.addColleague(server, company, 'manager', 'premium');
    const contact = newContact(client.email);
    await setContact(company, contact);
    await fixture.eraseUser(server, company);
    const { token } = await fixture.addSomebody(server, 'admin');
    const payload = { companyId: company.companyId, userId: client.userId };
    const appointed = await server.call({ method: 'POST', url: '/api/handovers/appoint', token, payload });
    expect(appointed.statusCode, appointed.body).toBe(200);
    expect(failureOf(await register(contact))).toEqual(EMAIL_TAKEN);
  });

  test('is taken over all the same where another has them, also one that registers at that moment', async () => {
    for (let round = 0; round < 4; round++) {
      const company = await openFurther(await fixture.openCompany(server, 'premium'));
      const client = await fixture.addColleague(server, company, 'manager', 'premium');
      const contact = newContact(client.email);
      await setContact(company, contact);
      const [registered] = await Promise.all([register(contact), handOver(company, client)]);
      expect([201, 409]).toContain(registered.statusCode);
      const { rows } = await server.owner.query(
        `select count(*)::int as having from companies where contact = 'counts' and company_email = $1`,
        [contact.companyEmail],
      );
      expect(rows).toEqual([{ having: 1 }]);
      expect(await readContact(client)).toEqual(contact);
    }
  });
});
