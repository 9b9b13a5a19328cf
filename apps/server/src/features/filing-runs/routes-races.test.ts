import { recordFilingRun } from '@anupalan/contract/people/filing-runs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { callWhileHeld } from '../../../test/locks.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';

let server: TestApp;
let item: string;
let consultant: Person;
let owner: Person;
let companyId: string;

beforeAll(async () => {
  server = await startTestApp({ now: () => Temporal.Instant.from('2026-12-10T09:00:00Z') });
  const act_id = await addAct(server.services);
  item = await addItem(server.services, { act_id, registration: 'epf' });
});

afterAll(() => server.close());

beforeEach(async () => {
  consultant = await addPerson(server.services, { role: 'premium' });
  owner = await addPerson(server.services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
  await join(server.services, consultant, owner, { role: 'member' });
  companyId = await companyOf(server.services, owner);
});

async function file(entries: readonly object[]) {
  const payload = { itemId: item, forDate: '2026-12-15', entries };
  const url = '/api/compliance/run';
  const response = await server.call({ method: 'POST', url, token: consultant.token, payload });
  expect(response.statusCode, response.body).toBe(200);
  return recordFilingRun.answers[200].parse(response.json()).data;
}

const recordsOf = async () =>
  (await server.owner.query('select status from status_records where workspace_id = $1', [owner.workspaceId])).rows;

test.each([
  ['removed', 'delete from memberships where workspace_id = $1 and user_id = $2'],
  ['made a viewer', `update memberships set role = 'viewer' where workspace_id = $1 and user_id = $2`],
])('records nothing for who is %s while it waits for others of the company', async (_, text) => {
  const [filed] = await callWhileHeld(server, [text, owner.workspaceId, consultant.userId], () => [
    file([{ companyId, status: 'done' }]),
  ]);
  expect(filed).toMatchObject([{ outcome: 'refused', row: null }]);
  expect(await recordsOf()).toEqual([]);
});

test('a filing run and a registration that is changed meanwhile wait for each other in one order', async () => {
  const { token } = owner;
  const numbers = await Promise.all(
    ['MHBAN0012345000', 'BGBNG0012345000'].map(async (number) => {
      const payload = { kind: 'epf', number };
      return (await server.call({ method: 'POST', url: '/api/registrations', token, payload })).json().data._id;
    }),
  );
  for (let round = 0; round < 5; round++) {
    const entry = {
      companyId,
      registrationId: numbers[0],
      status: 'on-hold',
      number: `${round}`,
      amount: 10,
    };
    const [filed, changed] = await Promise.all([
      file([{ ...entry, paidOn: `2026-12-0${round + 1}` }]),
      server.call({
        method: 'PATCH',
        url: `/api/registrations/${numbers[1]}`,
        token,
        payload: { until: round % 2 === 0 ? '2026-11-30' : null },
      }),
    ]);
    expect(filed).toMatchObject([{ outcome: 'recorded' }]);
    expect(changed.statusCode, changed.body).toBe(200);
  }
});
