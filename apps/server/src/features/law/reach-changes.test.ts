import type { LawChange } from '@anupalan/contract/law/changes';
import type { State } from '@anupalan/domain/states';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { loadCatalogue } from '../catalogue/commands-load.ts';
import { readEdition } from '../catalogue/edition.ts';
import type { EditionItem } from '../catalogue/edition-files.ts';

const shipped = await readEdition();
let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

beforeEach(async () => {
  await server.owner.query(
    'truncate acts, compliance_fields, compliance_items, catalogue_keys, law_rows, law_changes cascade',
  );
  await load({});
});

afterAll(() => server.close());

/** An obligation of all of India that asks nothing, from 20 employees on. */
const BONUS: EditionItem = {
  ...find('epf-ecr'),
  key: 'test-bonus',
  title: 'Test bonus',
  belowLimit: null,
  columns: {},
};

function find(key: string): EditionItem {
  const item = shipped.items.find((one) => one.key === key);
  if (!item) throw new Error(`The edition has no ${key}`);
  return item;
}

/** Loads the shipped edition with that obligation as it is now. */
async function load(changes: Partial<EditionItem>): Promise<void> {
  const edition = { ...shipped, edition: '2027.1', items: [...shipped.items, { ...BONUS, ...changes }] };
  await loadCatalogue(server.services.database.db, edition);
}

const company = (employeeCount: number, state: State = 'Goa', ...additionalStates: State[]) =>
  addPerson(server.services, { role: 'premium', company: { employeeCount, state, additionalStates } });

async function changesOf({ token }: Person): Promise<LawChange[]> {
  return (await server.call({ url: '/api/law/changes', token })).json().data;
}

const told = async (who: Person) => (await changesOf(who)).map(({ change, title }) => `${change}: ${title}`);

const feed = async () => (await server.call({ url: '/api/law/changes.atom' })).body;

test('another limit begins for some, ends for others, and is nothing to the rest; each edition is told as it was', async () => {
  const [small, middle, large] = [await company(5), await company(15), await company(25)];
  await load({ minEmployees: 10 });
  const words = ['All of India, 20 or more employees', 'All of India, 10 or more employees'];
  const [began] = await changesOf(middle);
  expect(began).toMatchObject({
    change: 'added',
    title: 'Test bonus',
    was: words[0],
    now: words[1],
    effectiveOn: null,
  });
  expect([await told(small), await told(large)]).toEqual([[], []]);
  expect(await feed()).toContain('<title>For other companies: Test bonus</title>');
  expect(await feed()).toContain(`All of India. Was: ${words[0]}. Now: ${words[1]}. Edition 2027.1.`);
  await load({ minEmployees: 30 });
  expect(await told(middle)).toEqual(['ended: Test bonus', 'added: Test bonus']);
  expect([await told(small), await told(large)]).toEqual([[], ['ended: Test bonus']]);
  const joinedLater = await addPerson(server.services, {
    company: { employeeCount: 15, state: 'Goa' },
    since: new Date().toISOString(),
  });
  await server.owner.query('update companies set created_at = now() where workspace_id = $1', [
    joinedLater.workspaceId,
  ]);
  expect(await told(joinedLater)).toEqual([]);
});

test('another state is judged by each of the company’s states, with the people that it has there', async () => {
  const [goa, both, kerala] = [await company(25), await company(25, 'Goa', 'Kerala'), await company(25, 'Kerala')];
  await load({ state: 'Kerala' });
  expect([await told(goa), await told(both), await told(kerala)]).toEqual([['ended: Test bonus'], [], []]);
  const place = { name: 'Kochi', state: 'Kerala', city: 'Kochi', employeeCount: 4, nature: 'office-or-shop' };
  const call = { method: 'POST', url: '/api/establishments', token: both.token, payload: place } as const;
  expect((await server.call(call)).statusCode).toBe(201);
  // Of the 25 people 4 are in Kerala: too few there, and enough for all of India.
  expect(await told(both)).toEqual(['ended: Test bonus']);
});

test('another question begins where it is answered so, ends where it isn’t, and is asked where nobody has answered', async () => {
  const [silent, factory, office] = [await company(25), await company(25), await company(25)];
  for (const [who, nature] of [[factory, 'factory'] as const, [office, 'office-or-shop'] as const]) {
    const { _id } = (await server.call({ url: '/api/establishments', token: who.token })).json().data[0];
    const call = { method: 'PATCH', url: `/api/establishments/${_id}`, token: who.token, payload: { nature } } as const;
    expect((await server.call(call)).statusCode).toBe(200);
  }
  await load({ conditions: [{ key: 'nature', is: ['factory'] }] });
  expect(await Promise.all([silent, factory, office].map(told))).toEqual([
    ['may-apply: Test bonus'],
    [],
    ['ended: Test bonus'],
  ]);
  expect((await changesOf(silent))[0]?.now).toBe(
    'All of India, 20 or more employees; What is this place? – factory (until answered office, shop or other commercial establishment)',
  );
  await load({});
  expect(await told(silent)).toEqual(['added: Test bonus', 'may-apply: Test bonus']);
});

test('a rule of holidays and a latest day are told as other days, to whom it applies', async () => {
  const [small, large] = [await company(5), await company(25)];
  await load({ holidayRule: 'next-working-day', latestAfter: 0 });
  expect(await told(small)).toEqual([]);
  expect(await changesOf(large)).toMatchObject([
    {
      change: 'moved',
      was: 'Every month, first due 15/04/2026',
      now: 'Every month, first due 15/04/2026; on a holiday the next working day; no later day can be chosen',
    },
  ]);
});

test('what an administrator changes, adds and deletes is told alike; other words are no change', async () => {
  const [small, middle, large] = [await company(5), await company(15), await company(25)];
  const admin = await addPerson(server.services, { role: 'admin' });
  const excluding = await company(15);
  const { rows } = await server.owner.query(
    `select id, act_id from compliance_items where catalogue_key = 'test-bonus'`,
  );
  const [{ id, act_id: actId }] = rows;
  const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
    server.call({ method, url: `/api/compliance/data${path}`, token: admin.token, ...(payload && { payload }) });
  expect((await call('PATCH', `/${id}`, { title: 'Bonus' })).statusCode).toBe(200);
  expect(await told(large)).toEqual([]);
  expect((await call('PATCH', `/${id}`, { minEmployees: 10 })).statusCode).toBe(200);
  const reason = { reason: 'Exempted' };
  const exclusion = { method: 'PUT', url: `/api/compliance/data/${id}/does-not-apply`, payload: reason } as const;
  expect((await server.call({ ...exclusion, token: excluding.token })).statusCode).toBe(200);
  expect(await Promise.all([small, middle, large, excluding].map(told))).toEqual([[], ['added: Bonus'], [], []]);
  expect((await changesOf(middle))[0]).toMatchObject({ edition: null, itemId: id });
  expect(await told(admin)).toEqual([]);
  const made = { actId, title: 'Levy', minEmployees: 10, values: {}, dueDate: { date: null, frequency: 'never' } };
  const added = await call('POST', '', { ...made, state: 'Goa', description: '' });
  expect(added.statusCode, added.body).toBe(201);
  expect((await call('DELETE', `/${id}`)).statusCode).toBe(200);
  expect(await told(middle)).toEqual(['ended: Bonus', 'added: Levy', 'added: Bonus']);
  // Of those who would have heard of it by its state alone, who never had it hears nothing.
  expect(await told(small)).toEqual([]);
  expect(await feed()).toMatch(/Ended: Bonus.*New: Levy.*For other companies: Bonus/s);
});
