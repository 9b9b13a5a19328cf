import { expect, test } from 'vitest';
import { knownOf } from './contact-form-state.ts';

const ASHA = {
  _id: '01890a5d-ac96-774b-bcce-b302099a8057',
  firstName: 'Asha',
  lastName: 'Kulkarni',
  primaryEmail: 'asha@example.in',
  personalPhone: '9000000000',
  role: 'user' as const,
  status: 'active' as const,
  createdAt: '2026-11-01T00:00:00.000Z',
  company: null,
};

test('who is signed in need not say who they are', () => {
  expect(knownOf(null, ASHA)).toEqual({ name: 'Asha Kulkarni', email: 'asha@example.in' });
});

test.each([
  [
    { subject: 'Plan Change Request', message: 'I would like to change' },
    { subject: 'plan-change', message: 'I would like to change' },
  ],
  [{ subject: 'billing' }, { subject: 'billing' }],
  [{ subject: 'gossip', message: 'Hello' }, { message: 'Hello' }],
  [{ subject: 7, message: { text: 'Hello' } }, {}],
  [{ from: '/plans' }, {}],
  ['Plan Change Request', {}],
  [null, {}],
])('the state %j presets %j', (state, known) => {
  expect(knownOf(state, null)).toEqual(known);
});
