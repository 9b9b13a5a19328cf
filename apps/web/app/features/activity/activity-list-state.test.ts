import { expect, test } from 'vitest';
import { toSearchParams } from '../../lib/address-state.ts';
import { readActivityListState } from './activity-list-state.ts';

const ALL = { page: 1, by: undefined, what: undefined, from: undefined, to: undefined };
const PERSON = '01890a5d-ac96-774b-bcce-b302099a8057';

test.each([
  ['', ALL],
  [
    `page=2&by=${PERSON}&what=members&from=2026-11-01&to=2026-11-30`,
    { page: 2, by: PERSON, what: 'members', from: '2026-11-01', to: '2026-11-30' },
  ],
  ['by=me&what=kings&from=30/11/2026&to=2026-02-30&page=-1', ALL],
])('reads ?%s', (address, state) => {
  expect(readActivityListState(new URLSearchParams(address))).toEqual(state);
});

test('what was written is read again', () => {
  const state = { page: 3, by: PERSON, what: 'status-history', from: '2026-11-01', to: undefined } as const;
  expect(readActivityListState(toSearchParams(state))).toEqual(state);
});
