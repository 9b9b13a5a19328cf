import type { CompanyEvent } from '@anupalan/contract/events/events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { type OfficeWorld, startOfficeWorld, UNKNOWN } from '../applicability/office.fixture.ts';

let world: OfficeWorld;
let owner: Person;

beforeAll(async () => {
  world = await startOfficeWorld();
  owner = await world.addOffice();
});

afterAll(() => world.server.close());

const ask = (path: string, who?: Person) => world.server.call({ url: `/api${path}`, ...(who && { token: who.token }) });

describe('professional tax', () => {
  const tax = async (query: string) => (await ask(`/rates/professional-tax?${query}`)).json();

  test('is answered to anybody, with what was taken and its source', async () => {
    const response = await ask('/rates/professional-tax?state=Karnataka&on=2026-11-22&salary=30000');
    expect(response.headers['cache-control']).toBe('public, max-age=3600');
    expect(response.json()).toEqual({
      status: 'success',
      data: {
        ...{ state: 'Karnataka', tax: 200, men: 200, women: 200, period: 'monthly', condition: null },
        ...{ validFrom: '2025-04-01T00:00:00.000Z', validUntil: null, lastChecked: '2026-11-20T00:00:00.000Z' },
        legalBasis: 'Karnataka Act 33 of 2025, amending the Act of 1976, Schedule serial 1',
        source: expect.stringContaining('https://taxguru.in/'),
        confidence: 'high',
        notes: expect.any(String),
      },
    });
  });

  test.each([
    ['state=Karnataka&on=2027-02-28&salary=25000', { tax: 300 }],
    ['state=Maharashtra&on=2026-11-22&salary=9000', { tax: null, men: 175, women: 0 }],
    ['state=Maharashtra&on=2026-11-22&salary=9000&gender=female', { tax: 0 }],
    ['state=Maharashtra&on=2026-11-22&salary=9000&gender=male', { tax: 175 }],
    ['state=Kerala&on=2026-11-22&salary=0', { tax: 0, period: 'half-yearly' }],
  ])('%s', async (query, expected) => {
    const { data, message } = await tax(query);
    expect(data).toMatchObject(expected);
    expect(message).toBeUndefined();
    expect('men' in data).toBe(!query.includes('gender'));
  });

  test.each([
    [
      'state=Karnataka&on=2025-03-31&salary=30000',
      'Professional tax in Karnataka: none is known for 31/03/2025; the first one known holds from 01/04/2025.',
      null,
    ],
    ['state=Delhi&on=2026-11-22&salary=30000', 'Professional tax in Delhi: none is known.', null],
    ['state=-&on=2026-11-22&salary=30000', 'Professional tax in All States: none is known.', null],
    [
      'state=Bihar&on=1950-01-26&salary=400000',
      "Professional tax in Bihar: since when this holds isn't known; it was in use on 20/11/2026.",
      1_000,
    ],
  ])('%s says what to doubt', async (query, message, expected) => {
    expect(await tax(query)).toMatchObject({ status: 'success', message, data: { tax: expected } });
  });

  test.each([
    ['state=Atlantis&on=2026-11-22&salary=1', 'State is required'],
    ['state=Karnataka&salary=1', 'Please say for which day'],
    ['state=Karnataka&on=2026-02-30&salary=1', 'Invalid date format'],
    ['state=Karnataka&on=2026-11-22', 'Please enter an amount in rupees'],
    ['state=Karnataka&on=2026-11-22&salary=-1', 'Please enter an amount in rupees, such as 25000 or 25000.50'],
    ['state=Karnataka&on=2026-11-22&salary=1e4', 'Please enter an amount in rupees, such as 25000 or 25000.50'],
    ['state=Karnataka&on=2026-11-22&salary=1.005', 'Please enter an amount with at most two decimals'],
    ['state=Karnataka&on=2026-11-22&salary=1000000000000', 'Please enter an amount below ₹1,000 crore'],
    ['state=Karnataka&on=2026-11-22&salary=1&gender=other', 'Gender must be male or female'],
  ])('%s is refused', async (query, message) => {
    expect(failureOf(await ask(`/rates/professional-tax?${query}`))).toEqual([400, message]);
  });
});

describe('welfare funds', () => {
  const funds = async (query: string) => (await ask(`/rates/welfare-fund?${query}`)).json();

  test('a state may have several', async () => {
    const { data, message } = await funds('state=Kerala&on=2026-11-22');
    expect(data.funds).toMatchObject([
      { fund: "Shops and commercial establishments workers' welfare fund", employee: 50, employer: 50 },
      { fund: 'Labour welfare fund', employee: 50, ratePeriod: 'half-yearly', confidence: 'medium' },
    ]);
    expect(message).toBeUndefined();
  });

  test.each([
    ['state=Assam&on=2026-11-22', 'Labour welfare fund in Assam: none is known.', 0],
    [
      'state=Goa&on=2015-08-05',
      'Labour welfare fund in Goa: none is known for 05/08/2015; the first one known holds from 06/08/2015.',
      0,
    ],
    [
      'state=Delhi&on=2020-01-01',
      "Labour welfare fund in Delhi: since when this holds isn't known; it was in use on 20/11/2026.",
      1,
    ],
  ])('%s says what to doubt', async (query, message, count) => {
    const answer = await funds(query);
    expect([answer.message, answer.data.funds.length]).toEqual([message, count]);
  });
});

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

describe('which law holds', () => {
  test('in each state of the company, the Union first', async () => {
    const both = await world.addOffice({ states: ['Karnataka', 'Gujarat'] });
    const { data } = (await ask('/law/codes', both)).json();
    expect(data.map(({ state }: { state: string }) => state)).toEqual([
      ...Array(4).fill('-'),
      ...Array(4).fill('Gujarat'),
      ...Array(4).fill('Karnataka'),
    ]);
    expect(data[7]).toMatchObject({
      ...{ state: 'Gujarat', code: 'code-osh', stage: 'in-force', stageSince: '2025-11-21T00:00:00.000Z' },
      name: 'Occupational Safety, Health and Working Conditions Code, 2020',
      codeSince: '2025-11-21T00:00:00.000Z',
      oldActs: expect.arrayContaining(['Factories Act, 1948']),
      change: expect.stringContaining('forms and dates are theirs'),
      confidence: 'medium',
    });
  });

  test('a company of all states has all of them', async () => {
    const everywhere = await world.addOffice({ states: ['-'] });
    expect((await ask('/law/codes', everywhere)).json().data).toHaveLength(37 * 4);
  });
});

test.each(['/late-cost?ruleKey=x', '/law/codes', '/law/changes'])('%s turns a stranger away', async (path) => {
  expect(failureOf(await ask(path))).toEqual([401, 'Please sign in to continue']);
});

test('an address that reads too much waits', async () => {
  const read = () =>
    world.server.call({ url: '/api/rates/welfare-fund?state=Goa&on=2026-11-22', remoteAddress: '203.0.113.7' });
  const statuses = new Set<number>();
  for (let reads = 0; reads < 120; reads++) statuses.add((await read()).statusCode);
  expect(statuses).toEqual(new Set([200]));
  expect(failureOf(await read())).toEqual([429, 'Too many requests. Please try again in a minute.']);
});
