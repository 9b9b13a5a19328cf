import { type CompanyForm, updateOwnCompany } from '@anupalan/contract/companies';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf, post } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { UNKNOWN_ID } from '../../../test/tracked.ts';

let server: TestApp;
let formsFilled = 0;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

describe('POST /companies/register', () => {
  const register = ({ token }: Person, payload: object) => post(server, '/companies/register', payload, { token });

  test('a stranger is turned away', async () => {
    expect(failureOf(await post(server, '/companies/register', fill()))).toEqual([401, 'Please sign in to continue']);
  });

  test('gives the workspace its company', async () => {
    const person = await addPerson(server.services);
    const form = fill();
    const response = await register(person, { ...form, additionalStates: ['Goa'], unknown: 1 });
    expect(response.statusCode).toBe(201);
    expect(response.json().data.company).toEqual({ ...form, _id: expect.any(String), additionalStates: [] });
    expect(await readCompany(person)).toEqual(response.json().data.company);
  });

  test('without what is optional', async () => {
    const { industry, companyWebsite, state, country, ...form } = fill();
    const response = await register(await addPerson(server.services), { ...form, companyWebsite: '' });
    expect(response.json().data.company).toMatchObject({ industry: '', companyWebsite: '', state: '-', country: '' });
  });

  test('every fault has its message, all at once', async () => {
    const response = await register(await addPerson(server.services), { companyWebsite: 'x', state: 'Atlantis' });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual({
      companyName: 'Company name must be at least 2 characters',
      employeeCount: 'Employee count must be at least 1',
      companyPhone: 'Company phone must be at least 10 digits',
      companyEmail: 'Invalid company email',
      designation: 'Designation is required',
      companyWebsite: 'Invalid website URL',
      city: 'City is required',
      state: 'State is required',
    });
  });

  test('a second one is refused, also at the same moment', async () => {
    const person = await addPerson(server.services);
    const answers = await Promise.all([register(person, fill()), register(person, fill()), register(person, fill())]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect(failureOf(await register(person, fill()))).toEqual([409, 'Company already registered']);
  });

  test('what another company has is refused, naming every field', async () => {
    const taken = fill();
    await register(await addPerson(server.services), taken);
    const { companyEmail, companyPhone } = taken;
    const response = await register(await addPerson(server.services), fill({ companyEmail, companyPhone }));
    expect(response.statusCode).toBe(409);
    expect(response.json().errors).toEqual({
      companyEmail: 'This company email is already registered',
      companyPhone: 'This company phone is already registered',
    });
  });
});

describe.each(['/api/companies/profile', '/api/company/profile'])('PUT %s', (url) => {
  const edit = ({ token }: Pick<Person, 'token'>, payload: object) =>
    server.call({ method: 'PUT', url, payload, token });

  test('a stranger is turned away', async () => {
    expect(failureOf(await server.call({ method: 'PUT', url, payload: {} }))).toEqual([
      401,
      'Please sign in to continue',
    ]);
  });

  test('changes all but the added states', async () => {
    const other = await addCompany();
    const person = await addCompany({ additionalStates: ['Kerala'] });
    const form = fill({ companyName: 'Rao Mills', state: 'Punjab' });
    const response = await edit(person, { ...form, additionalStates: [] });
    const { message, data } = updateOwnCompany.answers[200].parse(response.json());
    expect([response.statusCode, message]).toEqual([200, 'Company profile updated successfully']);
    expect(data.company).toEqual({ ...form, _id: expect.any(String), additionalStates: ['Kerala'] });
    expect(await readCompany(person)).toEqual(data.company);
    expect(await readCompany(other)).toMatchObject({ companyName: 'Rao & Sons', state: 'Goa' });
  });

  test('leaves what is left out, and what was never given may stay so', async () => {
    const person = await addCompany();
    const { companyPhone, companyEmail, industry, companyWebsite, state, country, ...form } = fill();
    expect((await edit(person, form)).statusCode).toBe(200);
    expect((await edit(person, { ...form, companyPhone: '', companyEmail: '' })).statusCode).toBe(200);
    expect(await readCompany(person)).toMatchObject({ companyPhone: '', state: 'Goa', country: 'India' });
    await edit(person, { ...form, companyPhone, companyEmail, industry });
    expect((await edit(person, { ...form, companyPhone, companyEmail })).json().data.company.industry).toBe('Textiles');
    const forgotten = await edit(person, { ...form, companyName: 'x', companyPhone: '' });
    expect([forgotten.statusCode, forgotten.json().errors]).toEqual([
      400,
      {
        companyName: 'Company name must be at least 2 characters',
        companyPhone: 'Company phone must be at least 10 digits',
        companyEmail: 'Invalid company email',
      },
    ]);
  });

  test('what another company has is refused, and nothing changes', async () => {
    const { companyPhone } = fill();
    await edit(await addCompany(), fill({ companyPhone }));
    const person = await addCompany();
    const response = await edit(person, fill({ companyPhone, city: 'Ooty' }));
    expect(failureOf(response)).toEqual([409, 'This company phone is already registered']);
    expect(response.json().errors).toEqual({ companyPhone: 'This company phone is already registered' });
    expect(await readCompany(person)).toMatchObject({ city: 'Pune' });
  });

  test('one without a company has none to edit', async () => {
    expect(failureOf(await edit(await addPerson(server.services), fill()))).toEqual([404, 'Company not found']);
  });
});

describe('GET /companies/user/{id}', () => {
  const read = (token: string | undefined, id: string) =>
    server.call({ url: `/api/companies/user/${id}`, ...(token && { token }) });

  test("is one's own, or anybody's for an administrator", async () => {
    const person = await addCompany();
    const admin = await addPerson(server.services, { role: 'admin' });
    const stranger = await addPerson(server.services, { role: 'premium' });
    expect(failureOf(await read(undefined, person.userId))).toEqual([401, 'Please sign in to continue']);
    expect(failureOf(await read(stranger.token, person.userId))).toEqual([403, 'You can only see your own company']);
    for (const { token } of [person, admin]) {
      expect((await read(token, person.userId)).json()).toEqual({
        status: 'success',
        data: { company: await readCompany(person) },
      });
    }
    expect((await read(admin.token, stranger.userId)).json().data).toEqual({ company: null });
    expect((await read(admin.token, UNKNOWN_ID)).statusCode).toBe(404);
    expect((await read(admin.token, 'nonsense')).statusCode).toBe(404);
  });
});

test('who did it is in the audit log, without personal data', async () => {
  const person = await addPerson(server.services);
  await post(server, '/companies/register', fill(), { token: person.token });
  const { rows } = await server.services.database.pool.query(
    'select action, subject_kind, details from audit_log where actor_id = $1',
    [person.userId],
  );
  expect(rows).toEqual([{ action: 'companies.register', subject_kind: 'companies', details: {} }]);
});

function fill(changes: Partial<CompanyForm> = {}): CompanyForm {
  formsFilled += 1;
  const digits = String(formsFilled).padStart(8, '0');
  return {
    companyName: 'Iyer Textiles',
    employeeCount: 42,
    companyPhone: `44${digits}`,
    companyEmail: `works${formsFilled}@example.in`,
    designation: 'Owner',
    industry: 'Textiles',
    companyWebsite: 'https://iyer.example.in',
    city: 'Chennai',
    state: 'Tamil Nadu',
    country: 'India',
    ...changes,
  };
}

function addCompany({ additionalStates = [] }: { additionalStates?: 'Kerala'[] } = {}) {
  return addPerson(server.services, { company: { employeeCount: 7, state: 'Goa', additionalStates } });
}

async function readCompany({ token }: Person) {
  return (await server.call({ url: '/api/companies/profile', token })).json().data.company;
}
