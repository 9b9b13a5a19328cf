import { listActivity } from '@anupalan/contract/people/activity';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { recordActivity } from './commands.ts';

const COMPANY = { employeeCount: 20, state: 'Kerala' } as const;

let server: TestApp;
let item: string;
let owner: Person;

beforeAll(async () => {
  server = await startTestApp();
  item = await addItem(server.services, { act_id: await addAct(server.services) });
});

beforeEach(async () => {
  owner = await addPerson(server.services, { role: 'premium', company: COMPANY });
});

afterAll(() => server.close());

async function list({ token }: Person) {
  return listActivity.answers[200].parse((await server.call({ url: '/api/activity', token })).json());
}

function recordAnswer(about: object = {}): Promise<void> {
  const by = { workspaceId: owner.workspaceId, userId: owner.userId, impersonatorId: null };
  const { db } = server.services.database;
  return db.transaction().execute((trx) => recordActivity(trx, by, { what: 'facts.answer', about }));
}

test('an event is neither changed nor deleted, by the server or by the owner of the tables', async () => {
  await recordAnswer();
  for (const change of ["update activity set about = '{}'", 'delete from activity']) {
    await expect(server.services.database.pool.query(change)).rejects.toThrow('permission denied');
    await expect(server.owner.query(change)).rejects.toThrow('activity is append-only');
  }
  await expect(server.owner.query('truncate activity')).rejects.toThrow('activity is append-only');
  expect((await list(owner)).data).toHaveLength(1);
});

test('it goes with its company', async () => {
  await recordAnswer();
  await server.owner.query('delete from workspaces where id = $1', [owner.workspaceId]);
  const { rows } = await server.owner.query('select from activity where workspace_id = $1', [owner.workspaceId]);
  expect(rows).toEqual([]);
});

test('who erased their account leaves a bare id', async () => {
  const member = await addPerson(server.services);
  await join(server.services, member, owner, { role: 'member' });
  const payload = { date: '2026-11-15', amount: 1 };
  const url = `/api/compliance/data/${item}/payment-dates`;
  const headers = { 'x-company': await companyOf(server.services, owner) };
  const added = await server.call({ method: 'POST', url, token: member.token, headers, payload });
  expect(added.statusCode).toBe(201);
  const admin = await addPerson(server.services, { role: 'admin' });
  const deletion = { method: 'DELETE', url: `/api/users/${member.userId}`, token: admin.token } as const;
  expect((await server.call(deletion)).statusCode).toBe(200);
  const { data, people } = await list(owner);
  expect(data.map(({ by }) => by)).toEqual([member.userId]);
  expect(people).toEqual([{ _id: member.userId, name: null }]);
});

test('notes and names are kept out, whatever a command says', async () => {
  await expect(recordAnswer({ note: 'Paid by cheque' })).rejects.toThrow('note');
  expect((await list(owner)).data).toEqual([]);
});

test('an event that names an obligation of another company does not tell its title', async () => {
  const { services } = server;
  const stranger = await addPerson(services, { company: COMPANY });
  const { workspaceId: workspace_id } = stranger;
  const foreign = await addItem(services, { act_id: await addAct(services), workspace_id, title: 'Secret plan' });
  const about = { scope: 'item', itemId: foreign } as const;
  await services.database.db
    .transaction()
    .execute((trx) => recordActivity(trx, { ...owner, impersonatorId: null }, { what: 'assignments.change', about }));
  const { data } = await list(owner);
  expect(data.map(({ what }) => what)).toEqual(['assignments.change']);
  expect(JSON.stringify(data)).not.toContain('Secret plan');
});
