import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { StateOrAll } from '@anupalan/domain/states';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf, post } from '../../../test/accounts.ts';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

describe('adding and removing', () => {
  test('a stranger is turned away', async () => {
    const refused = [401, 'Please sign in to continue'];
    expect(failureOf(await post(server, '/companies/states', { state: 'Goa' }))).toEqual(refused);
    expect(failureOf(await server.call({ method: 'DELETE', url: '/api/companies/states/Goa' }))).toEqual(refused);
  });

  test('a free user is asked to upgrade', async () => {
    const person = await addCompany({ role: 'user', additionalStates: ['Kerala'] });
    const refused = [403, 'Upgrade to Premium to add more states'];
    expect(failureOf(await add(person, 'Assam'))).toEqual(refused);
    expect(failureOf(await remove(person, 'Kerala'))).toEqual(refused);
    expect(await listStates(person)).toEqual(['Kerala']);
  });

  test.each(['premium', 'admin'] as const)('a %s user adds a state and removes it', async (role) => {
    const other = await addCompany({ additionalStates: ['Tamil Nadu'] });
    const person = await addCompany({ role });
    const added = await add(person, 'Tamil Nadu');
    expect(added.statusCode).toBe(201);
    expect(added.json().message).toBe('State Tamil Nadu added successfully. Applicable Acts will now appear.');
    expect(added.json().data.company).toMatchObject({ state: 'Goa', additionalStates: ['Tamil Nadu'] });
    const removed = await remove(person, 'Tamil Nadu');
    expect(removed.json().message).toBe('State Tamil Nadu removed successfully. Compliance data has been updated.');
    expect(removed.json().data.company.additionalStates).toEqual([]);
    expect(await listStates(other)).toEqual(['Tamil Nadu']);
  });

  test('the primary state and one that is there are conflicts, also at the same moment', async () => {
    const person = await addCompany();
    expect(failureOf(await add(person, 'Goa'))).toEqual([409, 'State already added']);
    const answers = await Promise.all([add(person, 'Kerala'), add(person, 'Kerala'), add(person, 'Kerala')]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect(failureOf(await add(person, 'Kerala'))).toEqual([409, 'State already added']);
  });

  test.each([undefined, '', 'Atlantis', '-', 'ALL_INDIA', 7])('%j is no state to add', async (state) => {
    const response = await add(await addCompany(), state);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ message: 'State is required', errors: { state: 'State is required' } });
  });

  test.each(['Kerala', 'Goa', 'Atlantis', '-'])('%s was not added', async (state) => {
    expect(failureOf(await remove(await addCompany(), state))).toEqual([404, 'State not found']);
  });

  test('without a company there is nothing to add to', async () => {
    const person = await addPerson(server.services, { role: 'premium' });
    expect(failureOf(await add(person, 'Goa'))).toEqual([404, 'Company not found']);
    expect(failureOf(await remove(person, 'Goa'))).toEqual([404, 'Company not found']);
  });
});

describe('since when a state is tracked', () => {
  const SINCE = '2025-01-01';
  const TODAY = todayInIndia(Temporal.Now.instant()).toString();
  const item: Record<string, string> = {};

  beforeAll(async () => {
    const act_id = await addAct(server.services);
    for (const state of ['Goa', 'Kerala'] as const) item[state] = await addItem(server.services, { act_id, state });
    await server.owner.query(`update compliance_items set created_at = '2024-01-01'`);
  });

  test('an added state from now, and again from now when it was removed', async () => {
    const person = await addCompany();
    expect(await trackedFrom(person, 'Kerala')).toBeUndefined();
    await add(person, 'Kerala');
    expect(await trackedFrom(person, 'Kerala')).toBe(TODAY);
    await server.services.database.pool.query(
      `update company_states set added_at = '2025-06-01' where workspace_id = $1`,
      [person.workspaceId],
    );
    expect(await trackedFrom(person, 'Kerala')).toBe('2025-06-01');
    await remove(person, 'Kerala');
    await add(person, 'Kerala');
    expect(await trackedFrom(person, 'Kerala')).toBe(TODAY);
    expect(await trackedFrom(person, 'Goa')).toBe(SINCE);
  });

  test('a new primary state from now, an edit that keeps it changes nothing', async () => {
    const person = await addCompany();
    await changePrimary(person, 'Goa');
    expect(await trackedFrom(person, 'Goa')).toBe(SINCE);
    await changePrimary(person, 'Kerala');
    expect(await trackedFrom(person, 'Kerala')).toBe(TODAY);
    expect(await trackedFrom(person, 'Goa')).toBeUndefined();
  });

  test('a primary state that was an added one before, from then on; also when it is no longer added', async () => {
    const person = await addCompany({ additionalStates: ['Kerala'] });
    await changePrimary(person, 'Kerala');
    expect(await trackedFrom(person, 'Kerala')).toBe(SINCE);
    await remove(person, 'Kerala');
    expect(await trackedFrom(person, 'Kerala')).toBe(SINCE);
  });

  test('one of all states from when it had all', async () => {
    const person = await addCompany({ state: '-' });
    await add(person, 'Kerala');
    await changePrimary(person, 'Goa');
    expect(await trackedFrom(person, 'Goa')).toBe(SINCE);
    expect(await trackedFrom(person, 'Kerala')).toBe(SINCE);
  });

  /** The item's first tracked day; undefined when the person does not have the item. */
  async function trackedFrom({ token }: Person, state: string): Promise<string | undefined> {
    const { data } = (await server.call({ url: '/api/compliance/data', token })).json();
    return data.find(({ _id }: ComplianceItem) => _id === item[state])?.trackedFrom.slice(0, 10);
  }

  async function changePrimary({ token }: Person, state: StateOrAll): Promise<void> {
    const payload = { companyName: 'Rao & Sons', employeeCount: 7, designation: 'HR', city: 'Pune', state };
    const response = await server.call({ method: 'PUT', url: '/api/companies/profile', payload, token });
    expect(response.statusCode).toBe(200);
  }
});

function addCompany({
  role = 'premium',
  state = 'Goa',
  additionalStates = [],
}: {
  role?: 'user' | 'premium' | 'admin';
  state?: StateOrAll;
  additionalStates?: readonly StateOrAll[];
} = {}) {
  return addPerson(server.services, { role, company: { employeeCount: 7, state, additionalStates } });
}

function add({ token }: Person, state: unknown) {
  return post(server, '/companies/states', { state }, { token });
}

function remove({ token }: Person, state: string) {
  return server.call({ method: 'DELETE', url: `/api/companies/states/${encodeURIComponent(state)}`, token });
}

async function listStates({ token }: Person) {
  return (await server.call({ url: '/api/companies/profile', token })).json().data.company.additionalStates;
}
