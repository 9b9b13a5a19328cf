import { expect, test } from 'vitest';
import { addressWith, companyIn, companyToName, searchWith } from './company-address.ts';

test.each([
  ['', ''],
  ['?page=2', ''],
  ['?company=', ''],
  ['?page=2&company=a', 'a'],
])('the address %j names %j', (search, company) => {
  expect(companyIn(search)).toBe(company);
});

test('a company is named beside what an address says already, and taken out of it', () => {
  expect(searchWith('?page=2', 'a')).toBe('?page=2&company=a');
  expect(searchWith('?company=b&page=2', 'a')).toBe('?company=a&page=2');
  expect(searchWith('?company=b&page=2', '')).toBe('?page=2');
  expect(searchWith('?company=b', '')).toBe('');
});

test.each([
  ['/dashboard', '/dashboard?company=a'],
  ['/dashboard?item=1#content', '/dashboard?item=1&company=a#content'],
  ['/dashboard?company=b', '/dashboard?company=b'],
  [
    { pathname: '/users', search: '?page=2' },
    { pathname: '/users', search: '?page=2&company=a' },
  ],
  [
    { pathname: '/users', search: '?company=b' },
    { pathname: '/users', search: '?company=b' },
  ],
])('a link to %j stays in the company', (to, address) => {
  expect(addressWith(to, 'a')).toEqual(address);
  expect(addressWith(to, '')).toEqual(to);
});

const ONE = { companyId: 'own', companies: 1 };
const SEVERAL = { companyId: 'own', companies: 3 };
const NONE = { companyId: null, companies: 0 };

test.each([
  ['who has one company sees none in the address', { named: '', before: '', member: ONE, usedLast: '' }, ''],
  ['nor the one of a link that they were sent', { named: 'own', before: '', member: ONE, usedLast: '' }, ''],
  ['nor once the tab knows it', { named: '', before: 'own', member: ONE, usedLast: '' }, ''],
  ['who has none sees none', { named: '', before: '', member: NONE, usedLast: '' }, ''],
  ['of several the one used last opens', { named: '', before: '', member: SEVERAL, usedLast: 'b' }, 'b'],
  ['else the default one', { named: '', before: '', member: SEVERAL, usedLast: '' }, 'own'],
  ['a tab stays in its own', { named: '', before: 'a', member: SEVERAL, usedLast: 'b' }, 'a'],
  ['an address decides', { named: 'c', before: 'a', member: SEVERAL, usedLast: 'b' }, 'c'],
  ['also while nothing is known', { named: 'c', before: 'a', member: null, usedLast: '' }, 'c'],
  ['and a tab stays meanwhile', { named: '', before: 'a', member: null, usedLast: '' }, 'a'],
])('%s', (_, opened, named) => {
  expect(companyToName(opened)).toBe(named);
});
