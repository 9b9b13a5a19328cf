import { expect, test } from 'vitest';
import type { Action } from './permissions.ts';
import { refusalOf } from './refusals.ts';

const actor = { userId: 'me', role: 'user', impersonating: false } as const;

test.each<[Action, typeof actor | { role: 'admin' } | { impersonating: true }, string]>([
  ['acts.manage', actor, 'Only administrators can do this'],
  ['acts.manage', { impersonating: true }, 'Only administrators can do this'],
  ['users.delete', actor, 'Only administrators can do this'],
  ['users.delete', { role: 'admin' }, 'You cannot do this to your own account'],
  ['users.change-email', { role: 'admin' }, 'You cannot do this to your own account'],
  ['users.end-sessions', actor, 'Only administrators can do this'],
  ['users.change-own-password', { impersonating: true }, 'The password cannot be changed while impersonating'],
  ['auth.reauthenticate', { impersonating: true }, 'You cannot prove who you are while impersonating'],
  ['plans.upgrade', { impersonating: true }, 'Plans cannot be changed while impersonating'],
  ['plans.upgrade', { role: 'admin' }, 'Administrators already have every feature'],
  ['payments.create-order', { impersonating: true }, 'Payments cannot be made or seen while impersonating'],
  ['payments.create-order', { role: 'admin' }, 'Administrators already have every feature'],
  ['status-history.read', actor, 'Upgrade to Premium to use this status'],
  ['status-history.change-note', actor, 'Only administrators can do this'],
])('who may not do %s as %j hears %j', (action, who, words) => {
  expect(refusalOf({ ...actor, ...who }, action)).toBe(words);
});
