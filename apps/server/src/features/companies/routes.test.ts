import { getOwnCompany } from '@anupalan/contract/companies';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

describe.each(['/api/companies/profile', '/api/company/profile'])('%s', (url) => {
  test('a stranger is turned away', async () => {
    expect(failureOf(await server.call({ url }))).toEqual([401, 'Please sign in to continue']);
  });

  test("is the company of the caller's workspace", async () => {
    await addPerson(server.services, { company: { employeeCount: 7, state: 'Punjab' } });
    const { token } = await addPerson(server.services, {
      company: { employeeCount: 42, state: 'Goa', additionalStates: ['Kerala', 'Assam'] },
    });
    const response = await server.call({ url, token });
    expect(response.statusCode).toBe(200);
    const { data } = getOwnCompany.answers[200].parse(response.json());
    expect(response.json()).toEqual({ status: 'success', data });
    expect(data.company).toMatchObject({
      companyName: 'Rao & Sons',
      employeeCount: 42,
      state: 'Goa',
      additionalStates: ['Assam', 'Kerala'],
    });
  });

  test('is null when none is registered', async () => {
    const { token } = await addPerson(server.services);
    const response = await server.call({ url, token });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ status: 'success', message: 'Company not found', data: { company: null } });
  });

  test('is null while nobody has confirmed the sign-up it came with', async () => {
    const { token, workspaceId } = await addPerson(server.services, { company: { employeeCount: 42, state: 'Goa' } });
    await server.services.database.db
      .updateTable('companies')
      .set({ confirmed: false })
      .where('workspace_id', '=', workspaceId)
      .execute();
    expect((await server.call({ url, token })).json().data).toEqual({ company: null });
  });

  test('unchanged it is 304', async () => {
    const { token } = await addPerson(server.services, { company: { employeeCount: 42, state: 'Goa' } });
    const first = await server.call({ url, token });
    const second = await server.call({ url, token, headers: { 'if-none-match': String(first.headers.etag) } });
    expect([second.statusCode, second.body]).toEqual([304, '']);
  });
});
