import {
  type ComplianceItem,
  createComplianceItem,
  listComplianceItems,
  MAX_ITEMS,
  updateComplianceItem,
} from '@anupalan/contract/compliance-items';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { addAct, addField, addItem } from '../../../test/catalogue.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, type Person } from '../../../test/people.ts';
import { beginSession } from '../../identity/sessions.ts';
import { loadCatalogue } from '../catalogue/commands-load.ts';
import { readEdition } from '../catalogue/edition.ts';

const UNKNOWN_ID = '0199f000-0000-7000-8000-000000000000';
const URL = '/api/compliance/data';
const STALE = 'This compliance item was changed by someone else. Reload and try again.';
const DUE = { date: '2026-12-15', frequency: 'monthly' };

let server: TestApp;
let admin: Person;
let actId: string;
let fieldId: string;

beforeAll(async () => {
  server = await startTestApp();
  admin = await addPerson(server.services, { role: 'admin' });
});

beforeEach(async () => {
  const { services } = server;
  await server.owner.query('truncate acts, compliance_fields, compliance_items, catalogue_keys cascade');
  actId = await addAct(services, { name: 'Goa Shops Act', state: 'Goa', min_employees: 10, max_employees: 50 });
  fieldId = await addField(services);
});

afterAll(() => server.close());

const create = (payload: object) => server.call({ method: 'POST', url: URL, payload, token: admin.token });
const update = (id: string, payload: object) =>
  server.call({ method: 'PATCH', url: `${URL}/${id}`, payload, token: admin.token });
const remove = (id: string, query = '') =>
  server.call({ method: 'DELETE', url: `${URL}/${id}${query}`, token: admin.token });

async function createWell(payload: object = {}): Promise<ComplianceItem> {
  const response = await create({ actId, dueDate: DUE, ...payload });
  expect(response.statusCode, response.body).toBe(201);
  return createComplianceItem.answers[201].parse(response.json()).data;
}

async function updateWell(id: string, payload: object): Promise<ComplianceItem> {
  const response = await update(id, payload);
  expect(response.statusCode, response.body).toBe(200);
  return updateComplianceItem.answers[200].parse(response.json()).data;
}

async function list({ token }: Person = admin): Promise<ComplianceItem[]> {
  return listComplianceItems.answers[200].parse((await server.call({ url: URL, token })).json()).data;
}

const listTitles = async () => (await list()).map(({ title }) => title);

async function readAudit() {
  const { rows } = await server.services.database.pool.query(
    'select action, subject_id, actor_id, details from audit_log order by at, id',
  );
  return rows;
}

describe.each([
  ['POST', URL],
  ['PATCH', `${URL}/${UNKNOWN_ID}`],
  ['DELETE', `${URL}/${UNKNOWN_ID}`],
] as const)('%s %s', (method, url) => {
  test('is for the signed in', async () => {
    expect((await server.call({ method, url, payload: { title: 7 } })).statusCode).toBe(401);
  });

  test.each(['user', 'premium'] as const)('is refused to %s', async (role) => {
    const { token } = await addPerson(server.services, { role });
    const response = await server.call({ method, url, token, payload: { title: 7 } });
    expect([response.statusCode, response.json().message]).toEqual([403, 'Only administrators can do this']);
  });

  test('is refused to an administrator who acts as somebody else', async () => {
    const { userId } = await addPerson(server.services, { role: 'premium' });
    const { db } = server.services.database;
    const token = await beginSession(db, { userId, device: 'test', impersonatorId: admin.userId });
    expect((await server.call({ method, url, token, payload: {} })).statusCode).toBe(403);
  });
});

test.each([UNKNOWN_ID, 'nonsense'])('the item %s is not there', async (id) => {
  expect((await update(id, { title: 'Any' })).statusCode).toBe(404);
  expect((await remove(id)).statusCode).toBe(404);
});

describe('adding', () => {
  test('what is left out is as the act has it; the number is the next, the author the caller', async () => {
    await addItem(server.services, { act_id: actId, sr_no: 7 });
    const item = await createWell();
    expect(item).toEqual({
      _id: expect.any(String),
      actId,
      srNo: 8,
      title: 'Goa Shops Act',
      description: '',
      state: 'Goa',
      minEmployees: 10,
      maxEmployees: 50,
      values: { [fieldId]: { text: 'Default Text', isLink: false } },
      accessLevel: 'free',
      dueDate: {
        date: '2026-12-15T00:00:00.000Z',
        frequency: 'monthly',
        nextDueDate: '2027-01-15T00:00:00.000Z',
        description: '',
        reminderDays: [7, 3, 1],
      },
      provenance: null,
      trackedFrom: expect.any(String),
      statusHistory: [],
      statusHistoryTotal: 0,
      history: [],
      customReminders: [],
      paymentDates: [],
      submissionDates: [],
      movedDays: [],
      possibleExtensions: [],
      assignment: { responsible: admin.userId, deputy: null, checker: null },
      userId: admin.userId,
      createdBy: admin.userId,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await list())[1]).toEqual(item);
  });

  test('what is given is saved', async () => {
    const given = {
      title: 'File Form A',
      state: '-',
      minEmployees: 20,
      maxEmployees: 0,
      values: { [fieldId]: { text: 'https://example.in/form', isLink: true } },
      accessLevel: 'premium',
    };
    const dueDate = { ...DUE, description: 'By post', reminderDays: [30, 0] };
    const item = await createWell({ ...given, dueDate, srNo: 99, _id: UNKNOWN_ID, createdBy: UNKNOWN_ID });
    expect(item).toMatchObject({ ...given, srNo: 1, createdBy: admin.userId });
    expect(item.dueDate).toMatchObject({ description: 'By post', reminderDays: [30, 0] });
    expect((await createWell({ state: 'ALL_INDIA' })).state).toBe('-');
  });

  test('says so, and writes down who did it', async () => {
    const response = await create({ actId, dueDate: DUE });
    expect(response.json().message).toBe('Compliance data added successfully');
    expect((await readAudit()).at(-1)).toMatchObject({
      action: 'compliance-items.create',
      subject_id: response.json().data._id,
      actor_id: admin.userId,
      details: { title: 'Goa Shops Act', values: { [fieldId]: { text: 'Default Text' } } },
    });
  });

  test('somebody else may be named, if there is such a user; the author stays the caller', async () => {
    const { userId } = await addPerson(server.services);
    expect(await createWell({ userId })).toMatchObject({ userId: admin.userId, createdBy: admin.userId });
    const response = await create({ actId, dueDate: DUE, userId: UNKNOWN_ID });
    expect([response.statusCode, response.json().message]).toEqual([404, 'User not found']);
    expect(await list()).toHaveLength(1);
  });

  test('the last place is taken once', async () => {
    await server.owner.query(
      `insert into compliance_items (id, act_id, sr_no, title, state, frequency)
       select gen_random_uuid(), $2, n, n, '-', 'never' from generate_series(2, $1) n`,
      [MAX_ITEMS, actId],
    );
    const form = { actId, dueDate: DUE };
    const responses = await Promise.all([create(form), create(form), create(form)]);
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().message).toBe(
      'There can be at most 10,000 compliance items. Delete one first.',
    );
  });
});

describe('changing', () => {
  test('what is left out stays, and the rest is saved and written down', async () => {
    const item = await createWell({ title: 'Old' });
    const response = await update(item._id, { title: 'New', dueDate: { frequency: 'yearly' }, srNo: 9 });
    expect(response.json().message).toBe('Compliance data updated successfully');
    const changed = updateComplianceItem.answers[200].parse(response.json()).data;
    const dueDate = { ...item.dueDate, frequency: 'yearly', nextDueDate: '2027-12-15T00:00:00.000Z' };
    expect(changed).toEqual({ ...item, title: 'New', dueDate, updatedAt: changed.updatedAt });
    expect((await readAudit()).at(-1)).toMatchObject({ action: 'compliance-items.update', subject_id: item._id });
    expect((await readAudit()).at(-1).details).toEqual({
      title: { from: 'Old', to: 'New' },
      dueDate: { from: item.dueDate, to: dueDate },
    });
  });

  test('an answer that is sent back changes nothing', async () => {
    const item = await createWell({ description: '<p>R &amp; D</p>', values: { [fieldId]: 'Form A' } });
    const same = await updateWell(item._id, item);
    expect(same).toEqual({ ...item, updatedAt: same.updatedAt });
    expect((await readAudit()).at(-1).details).toEqual({});
  });

  test('it can be moved to another act, whose bounds it does not take over', async () => {
    const { _id } = await createWell();
    const other = await addAct(server.services, { min_employees: 1000 });
    expect(await updateWell(_id, { actId: other })).toMatchObject({ actId: other, minEmployees: 10, state: 'Goa' });
  });

  test('of those who edit the same version the first wins, the others are told', async () => {
    const { _id, updatedAt } = await createWell();
    const responses = await Promise.all(['One', 'Two', 'Three'].map((title) => update(_id, { title, updatedAt })));
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    const [winner, loser] = responses.toSorted((a, b) => a.statusCode - b.statusCode);
    expect(loser?.json()).toEqual({ status: 'error', message: STALE });
    expect(await listTitles()).toEqual([winner?.json().data.title]);
  });

  test('two who change different values without a version both keep theirs', async () => {
    const second = await addField(server.services, { name: 'Second', position: 2 });
    const { _id } = await createWell();
    await Promise.all([
      updateWell(_id, { values: { [fieldId]: 'one' } }),
      updateWell(_id, { values: { [second]: 'two' } }),
    ]);
    expect((await list())[0]?.values).toMatchObject({ [fieldId]: { text: 'one' }, [second]: { text: 'two' } });
  });

  test('others see the change in what applies to them', async () => {
    const company = { employeeCount: 20, state: 'Goa' } as const;
    const person = await addPerson(server.services, { company });
    const { _id } = await createWell();
    expect(await list(person)).toHaveLength(1);
    await updateWell(_id, { state: 'Kerala' });
    expect(await list(person)).toEqual([]);
  });
});

test('deleting takes the item and is written down', async () => {
  const { _id } = await createWell({ title: 'Gone' });
  expect((await remove(_id, `?userId=${UNKNOWN_ID}`)).json()).toEqual({ status: 'error', message: 'User not found' });
  const response = await remove(_id, `?userId=${admin.userId}`);
  expect(response.json()).toEqual({ status: 'success', message: 'Compliance data deleted successfully' });
  expect(await list()).toEqual([]);
  expect((await remove(_id)).json()).toEqual({ status: 'error', message: 'Compliance item not found' });
  expect((await readAudit()).at(-1)).toMatchObject({ action: 'compliance-items.delete', details: { title: 'Gone' } });
});

test('whoever changes an item reads it back, though nothing is announced', async () => {
  const { owner, services } = server;
  const announcedHere = vi.spyOn(services.listener, 'announceHere').mockImplementation(() => {});
  const { rows } = await owner.query<{ text: string }>(
    `select pg_get_functiondef('announce_catalogue_change'::regproc) as text`,
  );
  const announcing = rows[0]?.text ?? '';
  expect(announcing).toContain('perform pg_notify');
  await owner.query(announcing.replace(/perform pg_notify\(.*?\);/, ''));
  try {
    const { _id } = await createWell({ title: 'One' });
    expect(await listTitles()).toEqual(['One']);
    await updateWell(_id, { title: 'Two' });
    expect(await listTitles()).toEqual(['Two']);
    await remove(_id);
    expect(await listTitles()).toEqual([]);
  } finally {
    await owner.query(announcing);
    announcedHere.mockRestore();
  }
});

test('the next edition of the catalogue leaves alone what was edited and leaves out what was deleted', async () => {
  const { db } = server.services.database;
  const edition = await readEdition();
  await loadCatalogue(db, edition);
  const [first, second] = (await list()).filter(({ provenance }) => provenance !== null);
  if (!first || !second) throw new Error('The shipped edition is empty');
  const [shippedField] = Object.keys(first.values);
  await updateWell(first._id, { values: { [`${shippedField}`]: 'Ours' } });
  expect((await remove(second._id)).statusCode).toBe(200);
  const newer = { ...edition, items: edition.items.map((item) => ({ ...item, title: 'Newer' })) };
  const { items } = await loadCatalogue(db, newer);
  expect(items).toEqual({ added: 0, updated: edition.items.length - 2, unchanged: 0, edited: 1, deleted: 1 });
  const kept = (await list()).find(({ _id }) => _id === first._id);
  expect(kept).toMatchObject({ title: first.title, provenance: first.provenance });
  expect(kept?.values[`${shippedField}`]).toEqual({ text: 'Ours', isLink: false });
});
