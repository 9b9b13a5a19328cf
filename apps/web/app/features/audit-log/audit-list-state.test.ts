import { expect, test } from 'vitest';
import { toSearchParams } from '../../lib/address-state.ts';
import { readAuditListState } from './audit-list-state.ts';

const ALL = { page: 1, actor: undefined, subject: undefined, noun: undefined, from: undefined, to: undefined };
const ACTOR = '01890a5d-ac96-774b-bcce-b302099a8057';

test.each([
  ['', ALL],
  [
    `page=2&actor=${ACTOR}&subject=${ACTOR}&noun=users&from=2026-11-01&to=2026-11-30`,
    { page: 2, actor: ACTOR, subject: ACTOR, noun: 'users', from: '2026-11-01', to: '2026-11-30' },
  ],
  ['actor=me&subject=you&noun=kings&from=30/11/2026&to=2026-02-30&page=-1', ALL],
])('reads ?%s', (address, state) => {
  expect(readAuditListState(new URLSearchParams(address))).toEqual(state);
});

test('what was written is read again', () => {
  const state = { page: 3, actor: ACTOR, subject: undefined, noun: 'auth', from: '2026-11-01', to: undefined } as const;
  expect(readAuditListState(toSearchParams(state))).toEqual(state);
});
