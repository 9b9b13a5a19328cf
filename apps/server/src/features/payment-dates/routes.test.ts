import { MAX_PAYMENT_DATES } from '@anupalan/contract/payment-dates';
import { expect, test } from 'vitest';
import {
  type DatedRecords,
  expectRejected,
  prepareDatedRecords,
  testDatedRecords,
} from '../../../test/dated-records.ts';

const PAYMENT_DATES: DatedRecords = {
  table: 'payment_dates',
  path: 'payment-dates',
  key: 'paymentDates',
  name: 'payment date',
  form: { amount: 1234.5, description: 'PF for October' },
  stored: { amount: 1234.5, description: 'PF for October' },
  columns: { amount_paise: '100' },
  limits: MAX_PAYMENT_DATES,
};

const INVALID_AMOUNT = 'Please enter a valid amount';

const calls = prepareDatedRecords(PAYMENT_DATES);
testDatedRecords(PAYMENT_DATES, calls);

test.each([0.01, 0.1 + 0.7, 19.99, 8_53_21_043.37, 9_999_999_999.99])('%d rupees, to the paisa', async (amount) => {
  const exact = Math.round(amount * 100) / 100;
  const { server, people } = calls.world();
  expect(await calls.addWell(people.free, { body: { amount: exact } })).toMatchObject({ amount: exact });
  const { rows } = await server.services.database.pool.query('select amount_paise from payment_dates');
  expect(rows).toEqual([{ amount_paise: Math.round(amount * 100) }]);
});

test('without description', async () => {
  const { free } = calls.world().people;
  expect(await calls.addWell(free, { body: { description: undefined } })).toMatchObject({ description: '' });
});

test.each([
  [{ amount: undefined }, { amount: INVALID_AMOUNT }],
  [{ amount: null }, { amount: INVALID_AMOUNT }],
  [{ amount: '100' }, { amount: INVALID_AMOUNT }],
  [{ amount: 0 }, { amount: INVALID_AMOUNT }],
  [{ amount: -0 }, { amount: INVALID_AMOUNT }],
  [{ amount: -5 }, { amount: INVALID_AMOUNT }],
  [{ amount: 0.001 }, { amount: INVALID_AMOUNT }],
  [{ amount: 1.005 }, { amount: INVALID_AMOUNT }],
  [{ amount: 10_000_000_000 }, { amount: INVALID_AMOUNT }],
  [{ amount: 1e300 }, { amount: INVALID_AMOUNT }],
  [{ description: 'x'.repeat(201) }, { description: 'Please use at most 200 characters' }],
  [
    { date: 'soon', amount: 'much' },
    { date: 'Invalid date format', amount: INVALID_AMOUNT },
  ],
])('a rejected payment: %j', (body, errors) => expectRejected(calls, body, errors as Record<string, string>));
