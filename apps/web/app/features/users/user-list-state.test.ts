import { expect, test } from 'vitest';
import { toSearchParams } from '../../lib/address-state.ts';
import { readUserListState } from './user-list-state.ts';

const ALL = { page: 1, search: undefined, role: undefined, status: undefined };

test.each([
  ['', ALL],
  ['page=3', { ...ALL, page: 3 }],
  [
    'page=2&search=asha&role=premium&status=suspended',
    { page: 2, search: 'asha', role: 'premium', status: 'suspended' },
  ],
  ['search=%20asha%20', { ...ALL, search: 'asha' }],
  ['page=0&role=king&status=gone&other=1', ALL],
  ['page=2.5', ALL],
  ['page=1e9', ALL],
  [`search=${'a'.repeat(1000)}`, ALL],
])('reads ?%s', (address, state) => {
  expect(readUserListState(new URLSearchParams(address))).toEqual(state);
});

test.each([
  [ALL, ''],
  [{ ...ALL, search: '' }, ''],
  [{ ...ALL, page: 2, search: 'a&b=c' }, 'page=2&search=a%26b%3Dc'],
  [{ page: 4, search: 'asha', role: 'user', status: 'active' } as const, 'page=4&search=asha&role=user&status=active'],
])('writes %j', (state, address) => {
  expect(toSearchParams(state).toString()).toBe(address);
});

test('what was written is read again', () => {
  const state = { page: 7, search: 'é+%&= x', role: 'admin', status: 'pending' } as const;
  expect(readUserListState(new URLSearchParams(toSearchParams(state).toString()))).toEqual(state);
});
