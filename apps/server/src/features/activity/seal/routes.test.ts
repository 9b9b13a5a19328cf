import { createHash, createPublicKey } from 'node:crypto';
import { listActivity } from '@anupalan/contract/people/activity';
import * as contract from '@anupalan/contract/proof/seals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAct, addItem } from '../../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../../../test/people.ts';
import { addStatusEntry } from '../../../../test/status-entries.ts';
import { expectFailure } from '../../../../test/tracked.ts';
import { sealRound } from './commands-rounds.ts';

const ADDRESSES = ['/api/activity/seals', '/api/activity/seals/1', '/api/activity/file'];

let server: TestApp;
let owner: Person;
let items: [string, string];

beforeAll(async () => {
  server = await startTestApp();
  const { services } = server;
  owner = await addPerson(services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
  const act_id = await addAct(services);
  items = [await addItem(services, { act_id }), await addItem(services, { act_id })];
  await sealRound(services.database.db);
  for (const day of ['2026-11-13', '2026-11-14', '2026-11-15']) {
    await addStatusEntry(services, owner, { item: items[0], day });
    await sealRound(services.database.db);
  }
});

afterAll(() => server.close());

const get = (url: string, { token }: Partial<Pick<Person, 'token'>> = owner, headers = {}) =>
  server.call({ url, headers, ...(token && { token }) });

async function seals(query = ''): Promise<contract.Seal[]> {
  return contract.listSeals.answers[200].parse((await get(`/api/activity/seals${query}`)).json()).data;
}

test('seals are listed newest first, each naming the head of the one before', async () => {
  const [third, second, first] = await seals();
  expect([third?.number, second?.number, first?.number]).toEqual([3, 2, 1]);
  expect([third?.previous, second?.previous, first?.previous]).toEqual([second?.head, first?.head, null]);
  expect((await seals('?page=2&limit=2')).map(({ number }) => number)).toEqual([1]);
  expect((await seals('?page=9&limit=2')).map(({ number }) => number)).toEqual([]);
  expect((await get('/api/activity/seals?limit=2')).json().pagination).toMatchObject({ total: 3, pages: 2 });
  expect((await get('/api/activity/seals/2')).json().data).toEqual(second);
  expectFailure(await get('/api/activity/seals/4'), 404, 'Seal not found');
});

test('each event of the activity says in which seal it is, once it is in one', async () => {
  await addStatusEntry(server.services, owner, { item: items[1], day: '2026-11-15' });
  const { data } = listActivity.answers[200].parse((await get('/api/activity')).json());
  expect(data.map(({ seal }) => seal)).toEqual([undefined, 3, 2, 1]);
  const ofItem = await get(`/api/activity?item=${items[1]}`);
  expect(ofItem.json().data).toHaveLength(1);
  expectFailure(await get('/api/activity?item=all'), 400, 'Obligation must be an id');
});

test('they are for the people of the company alone', async () => {
  const stranger = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
  const viewer = await addPerson(server.services);
  await join(server.services, viewer, owner, { role: 'viewer', until: '2030-12-31' });
  const headers = { 'x-company': await companyOf(server.services, owner) };
  for (const address of ADDRESSES) {
    expectFailure(await get(address, {}), 401, 'Please sign in to continue');
    expectFailure(await get(address, stranger, headers), 403, 'You are not a member of this company');
    expect((await get(address, viewer, headers)).statusCode).toBe(200);
  }
  expect((await get('/api/activity/seals', stranger)).json().data).toEqual([]);
  expect((await get('/api/activity/file', stranger)).body).not.toContain(items[0]);
});

test('the key is everybody’s, and the same every time', async () => {
  const { publicKey, fingerprint } = (await get('/api/proof/key', {})).json().data;
  const der = Buffer.from(publicKey, 'base64');
  expect(createPublicKey({ key: der, format: 'der', type: 'spki' }).asymmetricKeyType).toBe('ed25519');
  expect(createHash('sha256').update(der).digest('hex')).toBe(fingerprint);
  expect((await get('/api/proof/key')).json().data.fingerprint).toBe(fingerprint);
});
