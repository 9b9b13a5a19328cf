import type { CompanyEvent } from '@anupalan/contract/events/events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { type OfficeWorld, startOfficeWorld, UNKNOWN } from '../applicability/office.fixture.ts';
import { presentLateCost } from './present.ts';

let world: OfficeWorld;
let owner: Person;

beforeAll(async () => {
  world = await startOfficeWorld();
  owner = await world.addOffice();
});

afterAll(() => world.server.close());

const ask = (path: string, who?: Person) => world.server.call({ url: `/api${path}`, ...(who && { token: who.token }) });

describe('what late costs', () => {
  const cost = async (query: string, who = owner) => (await ask(`/late-cost?${query}`, who)).json();

  test('of an item has a line for each rule, their total, and what other days cost', async () => {
    const itemId = await world.idOf('epf-ecr');
    const { data, message } = await cost(`itemId=${itemId}&amount=100000&dueOn=2026-12-15&paidOn=2027-01-14`);
    expect(data.lines).toMatchObject([
      { key: 'epf-interest', rate: 12, amount: 986.3, words: '12% a year for 30 days', estimate: false },
      { key: 'epf-damages', rate: 1, amount: 1_000, words: '1% for each month begun: 1 month', estimate: true },
    ]);
    expect(data.lines[0]).toMatchObject({ source: expect.stringContaining('http'), confidence: 'high' });
    expect([data.total, message, data.message]).toEqual([1_986.3, undefined, undefined]);
    expect(data.byDay).toContainEqual({ days: 30, paidOn: '2027-01-14T00:00:00.000Z', total: 1_986.3 });
    expect(data.byDay[0]).toEqual({ days: 1, paidOn: '2026-12-16T00:00:00.000Z', total: 1_032.88 });
  });

  test.each([
    ['tds-deposit', 'amount=100000&dueOn=2026-12-07&paidOn=2026-12-20', 3_000],
    ['tds-deposit', 'amount=100000&dueOn=2026-12-07&paidOn=2026-12-20&countedFrom=2026-12-05', 1_500],
    ['tds-deposit', 'amount=100000&dueOn=2026-12-07&paidOn=2026-12-07', 0],
    // Contributions count from the due day, whatever day is named.
    ['epf-ecr', 'amount=100000&dueOn=2026-12-15&paidOn=2027-01-14&countedFrom=2026-11-01', 1_986.3],
    ['epf-ecr', 'amount=0&dueOn=2026-12-15&paidOn=2026-12-16', 0],
    ['wages-monthly', 'amount=100000&dueOn=2026-12-07&paidOn=2026-12-20', null],
  ])('of %s, %s', async (key, query, total) => {
    expect((await cost(`itemId=${await world.idOf(key)}&${query}`)).data.total).toBe(total);
  });

  test('of which only some rules are known for that day is said to be incomplete', async () => {
    const none = 'No rate is known for what was due on 15/10/2025.';
    const query = 'amount=100000&dueOn=2025-10-15&paidOn=2025-11-14';
    const { data, message } = await cost(`itemId=${await world.idOf('epf-ecr')}&${query}`);
    expect(data.lines).toMatchObject([
      { key: 'epf-interest', rate: null, amount: null, words: none },
      { key: 'epf-damages', amount: 1_000 },
    ]);
    expect([data.total, data.byDay[0].total]).toEqual([1_000, 1_000]);
    expect(message).toBe(`This is not all of it. ${data.lines[0].title}: ${none}`);
  });

  test('of a rule that took the place of another has no line for that one', () => {
    const [rule] = world.edition.law.lateCost.filter(({ key }) => key === 'esi-interest');
    if (!rule) throw new Error('There is no such rule');
    const before = { ...rule, key: 'esi-interest-before', validFrom: null, validUntil: '2025-11-20' };
    const [dueOn, paidOn] = [Temporal.PlainDate.from('2026-12-15'), Temporal.PlainDate.from('2027-01-14')];
    const cost = presentLateCost([before, rule], { amount: 7_300_000, dueOn, paidOn, countedFrom: undefined });
    expect(cost).toMatchObject({ lines: [{ key: 'esi-interest' }], total: 720 });
    expect(cost.message).toBeUndefined();
  });

  test.each([
    ['2026-11-15', 12],
    ['2026-12-15', null],
  ])('damages for ESI due on %s go by the old regulations while these last', async (dueOn, rate) => {
    const query = `amount=100000&dueOn=${dueOn}&paidOn=2027-07-01`;
    const { data } = await cost(`itemId=${await world.idOf('esi-contribution')}&${query}`);
    expect(data.lines).toMatchObject([
      { key: 'esi-interest', rate: 12 },
      { key: 'esi-damages', rate: rate && 25 },
    ]);
  });

  test('counts tax from the month before the occurrence, though that was moved to another month', async () => {
    const admin = await addPerson(world.server.services, { role: 'admin' });
    const itemId = await world.idOf('tds-deposit');
    const moved = {
      itemId,
      forDate: '2027-02-07',
      day: '2027-03-05',
      authority: 'CBDT',
      link: 'https://cbdt.example/1',
    };
    expect((await world.call(admin, 'POST', '/extensions', moved)).statusCode).toBe(201);
    const query = 'amount=100000&dueOn=2027-03-05&paidOn=2027-03-10';
    expect((await cost(`itemId=${itemId}&${query}`)).data.lines[0].words).toContain('3 months');
  });

  test('of a rule by its key', async () => {
    const query = 'ruleKey=tds-late-deduction&amount=100000&dueOn=2026-11-01&paidOn=2026-12-20&countedFrom=2026-11-01';
    expect((await cost(query)).data).toMatchObject({ total: 2_000 });
  });

  test('a sum that became payable on a day that nobody names has no amount', async () => {
    const { data } = await cost('ruleKey=gratuity-interest&amount=100000&dueOn=2026-12-15&paidOn=2027-06-15');
    expect(data).toMatchObject({ total: null, lines: [{ amount: null, words: expect.stringContaining('name it') }] });
  });

  test('without a rule says so', async () => {
    const none = 'What lateness costs here is not known: no source gives a rate.';
    const query = 'amount=1&dueOn=2026-12-15&paidOn=2027-01-14';
    const { services } = world.server;
    const unknown = await addItem(services, { act_id: await addAct(services) });
    for (const named of [`itemId=${unknown}`, 'ruleKey=no-such-rule']) {
      expect(await cost(`${named}&${query}`)).toEqual({
        ...{ status: 'success', message: none },
        data: { lines: [], total: null, message: none, byDay: [] },
      });
    }
    const early = 'amount=1&dueOn=2024-01-15&paidOn=2024-02-15';
    const { message } = await cost(`itemId=${await world.idOf('epf-ecr')}&${early}`);
    expect(message).toBe('No rate is known for what was due on 15/01/2024.');
  });

  test.each([
    [
      'amount=1&dueOn=2026-12-15&paidOn=2027-01-14',
      400,
      'Please name the obligation, the duty or the rule, and only one of them',
    ],
    [`itemId=${UNKNOWN}&ruleKey=x&amount=1&dueOn=2026-12-15&paidOn=2027-01-14`, 400, 'Please name the obligation, the'],
    [`dutyId=${UNKNOWN}&ruleKey=x&amount=1&dueOn=2026-12-15&paidOn=2027-01-14`, 400, 'Please name the obligation, the'],
    [`dutyId=${UNKNOWN}&amount=1&dueOn=2026-12-15&paidOn=2027-01-14`, 404, 'Duty not found'],
    [`itemId=${UNKNOWN}&amount=1&dueOn=2026-12-15&paidOn=2027-01-14`, 404, 'Compliance item not found'],
    ['itemId=nonsense&amount=1&dueOn=2026-12-15&paidOn=2027-01-14', 400, 'Not found'],
    ['ruleKey=epf-interest&amount=1&paidOn=2027-01-14', 400, 'Please say when it was due'],
    ['ruleKey=epf-interest&amount=1&dueOn=2026-12-15', 400, 'Please say when it was or will be paid'],
    [
      'ruleKey=epf-interest&amount=1.001&dueOn=2026-12-15&paidOn=2027-01-14',
      400,
      'Please enter an amount with at most',
    ],
    [
      'ruleKey=epf-interest&amount=1000000000000&dueOn=2026-12-15&paidOn=2027-01-14',
      400,
      'Please enter an amount below',
    ],
    [
      'ruleKey=epf-interest&amount=1&dueOn=2026-12-15&paidOn=2027-01-14&countedFrom=2027-01-15',
      400,
      'It can only count from a day on or before the payment',
    ],
  ])('%s is refused', async (query, status, message) => {
    const [code, words] = failureOf(await ask(`/late-cost?${query}`, owner));
    expect([code, words]).toEqual([status, expect.stringContaining(message)]);
  });

  test('of a duty of an event, of the own company only', async () => {
    const leaves = { kind: 'leaves', state: 'Karnataka', label: 'A-3', happenedAt: '2026-11-20' };
    const { duties, offered }: CompanyEvent = (await world.call(owner, 'POST', '/events', leaves)).json().data;
    const idOf = (key: string) => [...duties, ...offered].find((duty) => duty.key === key)?._id;
    const asked = (key: string) => `dutyId=${idOf(key)}&amount=50000&dueOn=2026-12-20&paidOn=2027-01-19`;
    const { data } = await cost(`${asked('leave-gratuity-pay')}&countedFrom=2026-11-20`);
    expect(data.lines).toMatchObject([{ key: 'gratuity-interest', rate: 10, amount: 821.92 }]);
    expect((await cost(asked('leave-gratuity-reply'))).data).toMatchObject({
      ...{ lines: [], total: null },
      message: 'What lateness costs here is not known: no source gives a rate.',
    });
    const other = await world.addOffice();
    const foreign = await ask(`/late-cost?${asked('leave-gratuity-pay')}`, other);
    expect(failureOf(foreign)).toEqual([404, 'Duty not found']);
  });

  test('of a duty of a complaint for those alone who see it', async () => {
    const { services } = world.server;
    const member = await addPerson(services);
    await join(services, member, owner, { role: 'member' });
    const asMember = { token: member.token, headers: { 'x-company': await companyOf(services, owner) } };
    const payload = { kind: 'posh-complaint', state: 'Karnataka', label: 'C-1', happenedAt: '2026-11-20' };
    const made = await world.server.call({ method: 'POST', url: '/api/events', ...asMember, payload });
    const { duties, offered }: CompanyEvent = made.json().data;
    const [duty] = [...duties, ...offered];
    const url = `/api/late-cost?dutyId=${duty?._id}&amount=1&dueOn=2026-12-20&paidOn=2027-01-19`;
    expect((await world.server.call({ url, ...asMember })).statusCode).toBe(200);
    expect(failureOf(await world.server.call({ url, token: owner.token }))).toEqual([404, 'Duty not found']);
  });

  test('an item of another company is not there', async () => {
    const own = { actId: await addAct(world.server.services), title: 'Our own', state: '-' };
    const payload = { ...own, dueDate: { date: '2026-12-15', frequency: 'monthly' } };
    const made = await world.call(owner, 'POST', '/compliance/own', payload);
    const { _id } = made.json().data;
    const query = `itemId=${_id}&amount=1&dueOn=2026-12-15&paidOn=2027-01-14`;
    expect((await ask(`/late-cost?${query}`, owner)).json()).toMatchObject({ data: { lines: [] } });
    const other = await world.addOffice();
    expect((await ask(`/late-cost?${query}`, other)).statusCode).toBe(404);
  });
});
