import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import type { Person } from '../../../test/people.ts';
import { type OfficeWorld, startOfficeWorld } from '../applicability/office.fixture.ts';

let world: OfficeWorld;

beforeAll(async () => {
  world = await startOfficeWorld();
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
