import type { MayApply } from '@anupalan/contract/applicability/items';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { addPerson, join, type Person } from '../../../test/people.ts';
import { type OfficeWorld, place, startOfficeWorld, UNKNOWN } from './office.fixture.ts';

let world: OfficeWorld;
let owner: Person;

beforeAll(async () => {
  world = await startOfficeWorld();
});

beforeEach(async () => {
  owner = await world.addOffice();
});

afterAll(() => world.server.close());

const addOffice: OfficeWorld['addOffice'] = (options) => world.addOffice(options);
const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object, who = owner) =>
  world.call(who, method, path, payload);
const dataOf = (path: string, who = owner) => world.dataOf(who, path);
const answer = (answers: readonly object[], who = owner) => world.answer(who, answers);
const keysIn = (path: string, who = owner) => world.keysIn(who, path);
const applying = (who = owner) => keysIn('/compliance/data', who);
const mayApply = (who = owner): Promise<MayApply[]> => dataOf('/compliance/may-apply', who);

describe.each<['GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', string, object | undefined]>([
  ['GET', '/establishments', undefined],
  ['POST', '/establishments', place()],
  ['PATCH', `/establishments/${UNKNOWN}`, {}],
  ['DELETE', `/establishments/${UNKNOWN}`, undefined],
  ['GET', '/facts', undefined],
  ['PUT', '/facts', { answers: [{ key: 'nature', answer: 'factory' }] }],
  ['GET', '/compliance/may-apply', undefined],
  ['GET', '/compliance/does-not-apply', undefined],
  ['PUT', `/compliance/data/${UNKNOWN}/does-not-apply`, { reason: 'Ours is exempt' }],
  ['DELETE', `/compliance/data/${UNKNOWN}/does-not-apply`, undefined],
])('%s %s', (method, path, payload) => {
  test('a stranger is turned away', async () => {
    const response = await world.server.call({ method, url: `/api${path}`, ...(payload && { payload }) });
    expect(failureOf(response)).toEqual([401, 'Please sign in to continue']);
  });

  test.each(['viewer', 'member', 'manager'] as const)('as a %s', async (role) => {
    const colleague = await addPerson(world.server.services);
    await join(world.server.services, colleague, owner, { role });
    const response = await world.server.call({
      ...{ method, url: `/api${path}`, token: colleague.token, ...(payload && { payload }) },
      headers: { 'x-company': (await dataOf('/companies/profile')).company._id },
    });
    const refused = method !== 'GET' && role !== 'manager';
    expect(response.statusCode === 403).toBe(refused);
  });
});

describe('what applies', () => {
  test('an office of 25 in Karnataka sees 20 items, is asked about 7, and of 3 hears nothing', async () => {
    const [made] = await dataOf('/establishments');
    await answer([{ key: 'nature', establishmentId: made._id, answer: 'office-or-shop' }]);
    const shown = await applying();
    expect(shown).toHaveLength(20);
    expect(shown.filter((key) => /factory|exempted|trade-licence/.test(key))).toEqual([]);
    expect(await mayApply()).toHaveLength(7);
    expect((await keysIn('/compliance/may-apply')).filter((key) => shown.includes(key))).toEqual([]);
  });

  test('each question comes with its words, the answers of the state, and what it is asked of', async () => {
    const [made] = await dataOf('/establishments');
    const asked = (await mayApply()).map(({ question }) => question);
    expect(asked.find(({ key }) => key === 'nature')).toMatchObject({
      question: 'What is this place?',
      answeredFor: 'establishment',
      establishmentId: made._id,
      state: 'Karnataka',
    });
    const city = asked.find(({ key }) => key === 'city');
    expect(city?.answers.map(({ key }) => key)).toEqual(['bengaluru', 'elsewhere']);
    expect(asked.find(({ answeredFor }) => answeredFor !== 'establishment')).toMatchObject({ establishmentId: null });
  });

  test('an answer moves items to where they belong, and back when it is taken back', async () => {
    const before = await applying();
    const response = await answer([{ key: 'employs-international-workers', answer: 'yes' }]);
    expect([response.statusCode, response.json().message]).toEqual([200, 'Answer saved']);
    expect(response.json().data.answers).toEqual([
      { key: 'employs-international-workers', establishmentId: null, itemId: null, title: null, answer: 'yes' },
    ]);
    expect((await applying()).length).toBeGreaterThan(before.length);
    await answer([{ key: 'employs-international-workers', answer: 'no' }]);
    expect(await applying()).toEqual(before);
    expect((await mayApply()).some(({ question }) => question.key === 'employs-international-workers')).toBe(false);
    await answer([{ key: 'employs-international-workers', answer: null }]);
    expect((await mayApply()).some(({ question }) => question.key === 'employs-international-workers')).toBe(true);
  });

  test('an answer for an item is that item alone', async () => {
    const asked = (await mayApply()).filter(({ question }) => question.key === 'authority-asks');
    expect(asked.length).toBeGreaterThan(1);
    await answer([{ key: 'authority-asks', itemId: asked[0]?._id, answer: 'yes' }]);
    const left = (await mayApply()).filter(({ question }) => question.key === 'authority-asks');
    expect(left.map(({ _id }) => _id)).toEqual(asked.slice(1).map(({ _id }) => _id));
  });

  test("a state's items go by the headcount there, all-India ones by the company's", async () => {
    const company = await addOffice({ states: ['Karnataka', 'Telangana'], people: 400 });
    const before = await applying(company);
    const [made] = await dataOf('/establishments', company);
    await call('PATCH', `/establishments/${made._id}`, { employeeCount: 392 }, company);
    await call('POST', '/establishments', place({ state: 'Telangana', employeeCount: 8 }), company);
    const after = await applying(company);
    const gone = before.filter((key) => !after.includes(key));
    const limits = new Map(world.edition.items.map((item) => [item.key, item]));
    expect(gone.length).toBeGreaterThan(0);
    for (const key of gone) expect([key, limits.get(key)?.state]).toEqual([key, 'Telangana']);
    for (const key of after.filter((one) => limits.get(one)?.state === 'Telangana')) {
      expect(limits.get(key)?.minEmployees).toBeLessThanOrEqual(8);
    }
  });

  test('an item is not found by who it may apply to only, nor by whom it does not apply to', async () => {
    const may = (await mayApply())[0]?._id;
    const record = (id: string | undefined) =>
      call('PATCH', `/compliance/data/${id}/status`, { userId: owner.userId, forDate: '2026-12-07', status: 'done' });
    expect(failureOf(await record(may))).toEqual([404, 'Compliance item not found']);
    const shown = await world.idOf('wages-monthly');
    expect((await record(shown)).statusCode).toBe(200);
    await call('PUT', `/compliance/data/${shown}/does-not-apply`, { reason: 'We have no employees' });
    expect(failureOf(await record(shown))).toEqual([404, 'Compliance item not found']);
  });

  test('who has no company sees everything and is asked nothing', async () => {
    const person = await addPerson(world.server.services);
    expect(await applying(person)).toHaveLength(world.edition.items.length);
    expect([await mayApply(person), await dataOf('/establishments', person)]).toEqual([[], []]);
  });
});

describe('does not apply to us', () => {
  const exclude = async (key: string, payload: object = { reason: 'We are exempt' }, who = owner) =>
    call('PUT', `/compliance/data/${await world.idOf(key)}/does-not-apply`, payload, who);
  const listed = (who = owner) => keysIn('/compliance/does-not-apply', who);

  test.each(['user', 'premium'] as const)(
    'out of the rows and reminders, listed, and back again: a %s',
    async (role) => {
      const who = await addOffice({ role });
      const id = await world.idOf('wages-monthly');
      await call('POST', `/compliance/data/${id}/reminders`, { reminderDate: '2026-12-01T09:00:00Z' }, who);
      const before = await applying(who);
      const response = await exclude('wages-monthly', { reason: '  We are exempt ', until: '2027-03-31' }, who);
      expect(response.json()).toMatchObject({
        message: 'Marked as not applying to your company',
        data: { _id: id, reason: 'We are exempt', until: '2027-03-31T00:00:00.000Z', excludedBy: who.userId },
      });
      expect(await applying(who)).toEqual(before.filter((key) => key !== 'wages-monthly'));
      expect([await listed(who), await dataOf('/compliance/reminders', who)]).toEqual([['wages-monthly'], []]);
      const back = await call('DELETE', `/compliance/data/${id}/does-not-apply`, undefined, who);
      expect(back.json().message).toBe('Applies to your company again');
      expect([await applying(who), await listed(who)]).toEqual([before, []]);
      const again = await call('DELETE', `/compliance/data/${id}/does-not-apply`, undefined, who);
      expect(failureOf(again)).toEqual([404, 'This obligation was not marked as not applying']);
    },
  );

  test('of an item that may apply, and a second time with another reason', async () => {
    const may = (await mayApply())[0]?._id;
    for (const reason of ['First', 'Second']) {
      expect((await call('PUT', `/compliance/data/${may}/does-not-apply`, { reason })).statusCode).toBe(200);
    }
    expect((await mayApply()).some(({ _id }) => _id === may)).toBe(false);
    expect(await dataOf('/compliance/does-not-apply')).toMatchObject([{ _id: may, reason: 'Second', until: null }]);
  });

  test('ends with its last day', async () => {
    await exclude('wages-monthly', { reason: 'Until today', until: '2026-11-21' });
    expect(await listed()).toEqual(['wages-monthly']);
    await world.server.owner.query(`update exclusions set until = '2026-11-20' where workspace_id = $1`, [
      owner.workspaceId,
    ]);
    expect(await listed()).toEqual([]);
    expect(await applying()).toContain('wages-monthly');
  });

  test('needs a reason, a last day that is to come, and an item that could apply', async () => {
    expect(failureOf(await exclude('wages-monthly', {}))).toEqual([400, 'Please say why it does not apply']);
    const past = { reason: 'Late', until: '2026-11-20' };
    expect(failureOf(await exclude('wages-monthly', past))).toEqual([400, 'The last day must not be before today']);
    const act = await addAct(world.server.services);
    const foreign = await addItem(world.server.services, { act_id: act, state: 'Goa' });
    const response = await call('PUT', `/compliance/data/${foreign}/does-not-apply`, { reason: 'Not here' });
    expect(failureOf(response)).toEqual([404, 'Compliance item not found']);
  });

  test("is nobody else's", async () => {
    await exclude('wages-monthly');
    const other = await addOffice();
    expect([await listed(other), (await applying(other)).includes('wages-monthly')]).toEqual([[], true]);
  });
});

test('all of it is in the activity of the company', async () => {
  await call('POST', '/establishments', place());
  const [made] = await dataOf('/establishments');
  await answer([{ key: 'nature', establishmentId: made._id, answer: 'factory' }]);
  const id = await world.idOf('wages-monthly');
  await call('PUT', `/compliance/data/${id}/does-not-apply`, { reason: 'A secret reason' });
  await call('DELETE', `/compliance/data/${id}/does-not-apply`);
  const { rows } = await world.server.owner.query(
    'select what, by, about from activity where workspace_id = $1 order by at',
    [owner.workspaceId],
  );
  expect(rows.map(({ what, by }) => [what, by === owner.userId])).toEqual(
    ['establishments.create', 'facts.answer', 'applicability.exclude', 'applicability.include'].map((what) => [
      what,
      true,
    ]),
  );
  expect(JSON.stringify(rows)).not.toContain('secret');
});
