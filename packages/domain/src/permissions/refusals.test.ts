import { expect, test } from 'vitest';
import type { Actor } from './actor.ts';
import type { Permission } from './permission.ts';
import { ACTIONS, isAdministrative } from './permissions.ts';
import { refusalOf } from './refusals.ts';
import { type Action, PERMISSIONS } from './table.ts';

const actor: Actor = { userId: 'me', role: 'user', impersonating: false, member: 'owner', plan: 'free' };

test.each<[Action, Partial<Actor>, string]>([
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
  ['status-history.record', { member: 'viewer' }, 'Viewers can only read'],
  ['status-history.add-note', { member: 'viewer', plan: 'free' }, 'Viewers can only read'],
  ['companies.edit', { member: 'viewer' }, 'Viewers can only read'],
  ['companies.edit', { member: 'member' }, 'Only managers and the owner can do this'],
  ['companies.change-states', { member: 'member', plan: 'free' }, 'Only managers and the owner can do this'],
  ['companies.change-states', { member: 'manager' }, 'Upgrade to Premium to add more states'],
  ['handovers.offer', { member: 'manager' }, 'Only the owner can do this'],
  ['handovers.offer', { member: 'member' }, 'Only the owner can do this'],
  ['companies.edit', { member: null }, 'You are not a member of this company'],
  ['invitations.create', { member: 'manager' }, 'Only the owner can do this'],
  ['members.leave', { member: 'owner' }, 'The owner cannot leave. Hand the company over first.'],
  ['invitations.accept', { role: 'admin' }, 'Administrators cannot join companies'],
  ['payment-dates.delete', { member: 'member' }, 'Only managers and the owner can do this'],
  ['checks.decide', { impersonating: true, member: 'viewer' }, 'Records cannot be checked while impersonating'],
])('who may not do %s as %j hears %j', (action, who, words) => {
  expect(refusalOf({ ...actor, ...who }, action)).toBe(words);
});

test('who acts in another’s name hears so, where that is the reason', () => {
  const rows: Readonly<Record<Action, Permission>> = PERMISSIONS;
  const inPerson = ACTIONS.filter((action) => rows[action].inPerson && !isAdministrative(action));
  expect(inPerson.length).toBeGreaterThan(10);
  for (const action of inPerson) {
    expect(refusalOf({ ...actor, impersonating: true }, action), action).toMatch(/while impersonating$/);
  }
});
