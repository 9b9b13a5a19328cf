import { describe, expect, test } from 'vitest';
import { type Action, type Actor, can, type ImpersonationTarget } from './permissions.ts';
import { ROLES, type Role } from './plans.ts';
import { STATUSES } from './statuses.ts';

const someone: ImpersonationTarget = { userId: 'someone', role: 'user', status: 'active' };
const own = { userId: 'me' };

/** One letter a role: (f)ree, (p)remium, (a)dministrator; then the same while impersonating a free or premium user. */
const ALLOWED: Record<Action, [may: string, mayImpersonating: string, ask: (actor: Actor | null) => boolean]> = {
  'users.read-own': ['fpa', 'fp', (actor) => can(actor, 'users.read-own')],
  'users.edit-own': ['fpa', 'fp', (actor) => can(actor, 'users.edit-own')],
  'users.change-own-email': ['fpa', '', (actor) => can(actor, 'users.change-own-email')],
  'users.change-own-password': ['fpa', '', (actor) => can(actor, 'users.change-own-password')],
  'users.manage-own-sessions': ['fpa', '', (actor) => can(actor, 'users.manage-own-sessions')],
  'users.list': ['a', '', (actor) => can(actor, 'users.list')],
  'users.read': ['a', '', (actor) => can(actor, 'users.read')],
  'users.change-role': ['a', '', (actor) => can(actor, 'users.change-role', someone)],
  'users.change-status': ['a', '', (actor) => can(actor, 'users.change-status', someone)],
  'users.delete': ['a', '', (actor) => can(actor, 'users.delete', someone)],
  'users.impersonate': ['a', '', (actor) => can(actor, 'users.impersonate', someone)],
  'users.act-for': ['a', '', (actor) => can(actor, 'users.act-for', someone)],
  'companies.read-own': ['fpa', 'fp', (actor) => can(actor, 'companies.read-own')],
  'companies.register': ['fpa', 'fp', (actor) => can(actor, 'companies.register')],
  'companies.edit': ['fpa', 'fp', (actor) => can(actor, 'companies.edit')],
  'companies.change-states': ['pa', 'p', (actor) => can(actor, 'companies.change-states')],
  'companies.read': ['a', '', (actor) => can(actor, 'companies.read', someone)],
  'plans.upgrade': ['fp', '', (actor) => can(actor, 'plans.upgrade')],
  'plans.downgrade': ['fp', '', (actor) => can(actor, 'plans.downgrade')],
  'payments.create-order': ['fp', '', (actor) => can(actor, 'payments.create-order')],
  'payments.read-order': ['', '', (actor) => can(actor, 'payments.read-order', someone)],
  'payments.read-own': ['fpa', '', (actor) => can(actor, 'payments.read-own')],
  'payments.read-everyone': ['a', '', (actor) => can(actor, 'payments.read-everyone')],
  'payments.refund': ['a', '', (actor) => can(actor, 'payments.refund')],
  'contact.manage': ['a', '', (actor) => can(actor, 'contact.manage')],
  'job-postings.manage': ['a', '', (actor) => can(actor, 'job-postings.manage')],
  'audit-log.read': ['a', '', (actor) => can(actor, 'audit-log.read')],
  'hr-documents.list': ['fpa', 'fp', (actor) => can(actor, 'hr-documents.list')],
  'hr-documents.download': ['pa', 'p', (actor) => can(actor, 'hr-documents.download')],
  'hr-documents.manage': ['a', '', (actor) => can(actor, 'hr-documents.manage')],
  'acts.list': ['fpa', 'fp', (actor) => can(actor, 'acts.list')],
  'acts.read-summary': ['pa', 'p', (actor) => can(actor, 'acts.read-summary')],
  'acts.manage': ['a', '', (actor) => can(actor, 'acts.manage')],
  'compliance-fields.list': ['fpa', 'fp', (actor) => can(actor, 'compliance-fields.list')],
  'compliance-fields.manage': ['a', '', (actor) => can(actor, 'compliance-fields.manage')],
  'compliance-items.list': ['fpa', 'fp', (actor) => can(actor, 'compliance-items.list')],
  'compliance-items.list-unfiltered': ['a', '', (actor) => can(actor, 'compliance-items.list-unfiltered')],
  'compliance-items.read-premium-values': ['pa', 'p', (actor) => can(actor, 'compliance-items.read-premium-values')],
  'compliance-items.manage': ['a', '', (actor) => can(actor, 'compliance-items.manage')],
  'status-history.record': ['pa', 'p', (actor) => can(actor, 'status-history.record', 'on-hold')],
  'status-history.read': ['pa', 'p', (actor) => can(actor, 'status-history.read')],
  'status-history.read-everyone': ['a', '', (actor) => can(actor, 'status-history.read-everyone')],
  'status-history.add-note': ['pa', 'p', (actor) => can(actor, 'status-history.add-note')],
  'status-history.change-note': ['a', '', (actor) => can(actor, 'status-history.change-note')],
  'notifications.list': ['fpa', 'fp', (actor) => can(actor, 'notifications.list')],
  'reminders.create': ['fpa', 'fp', (actor) => can(actor, 'reminders.create')],
  'reminders.change': ['a', '', (actor) => can(actor, 'reminders.change', someone)],
  'payment-dates.manage': ['fpa', 'fp', (actor) => can(actor, 'payment-dates.manage')],
  'submission-dates.manage': ['fpa', 'fp', (actor) => can(actor, 'submission-dates.manage')],
};

const LETTERS: Record<Role, string> = { user: 'f', premium: 'p', admin: 'a' };
const actor = (role: Role, impersonating = false): Actor => ({ userId: 'me', role, impersonating });

const answers = (ask: (actor: Actor) => boolean, impersonating: boolean) =>
  ROLES.filter((role) => ask(actor(role, impersonating)))
    .map((role) => LETTERS[role])
    .join('');

test.each(Object.entries(ALLOWED))('%s', (_, [may, mayImpersonating, ask]) => {
  expect(answers(ask, false)).toBe(may);
  // An administrator can't be impersonated; the letter would only show that a rule forgot to ask.
  expect(answers(ask, true).replace('a', '')).toBe(mayImpersonating);
  expect(ask(null)).toBe(false);
});

test('no administration is done while impersonating, whatever the role says', () => {
  const administrative = Object.values(ALLOWED).filter(([may]) => may === 'a');
  expect(administrative.length).toBeGreaterThan(10);
  for (const [, , ask] of administrative) expect(ask(actor('admin', true))).toBe(false);
});

describe('what is one’s own', () => {
  test.each(ROLES)('%s reads, names and changes it', (role) => {
    expect(can(actor(role), 'users.act-for', own)).toBe(true);
    expect(can(actor(role), 'companies.read', own)).toBe(true);
    expect(can(actor(role), 'reminders.change', own)).toBe(true);
    expect(can(actor(role), 'payments.read-order', own)).toBe(true);
    expect(can(actor(role, true), 'users.act-for', own)).toBe(true);
    expect(can(actor(role, true), 'payments.read-order', own)).toBe(false);
  });

  test('an administrator does not act on their own row', () => {
    const self: ImpersonationTarget = { userId: 'me', role: 'admin', status: 'active' };
    expect(can(actor('admin'), 'users.change-role', self)).toBe(false);
    expect(can(actor('admin'), 'users.change-status', self)).toBe(false);
    expect(can(actor('admin'), 'users.delete', self)).toBe(false);
    expect(can(actor('admin'), 'users.impersonate', self)).toBe(false);
  });
});

test.each([
  [{ role: 'premium' }, true],
  [{ role: 'admin' }, false],
  [{ status: 'pending' }, false],
  [{ status: 'suspended' }, false],
] as const)('impersonating someone with %j: %s', (change, expected) => {
  expect(can(actor('admin'), 'users.impersonate', { ...someone, ...change })).toBe(expected);
});

test.each([
  ['user', 'done not-done pending'],
  ['premium', STATUSES.join(' ')],
  ['admin', STATUSES.join(' ')],
] as const)('%s may record %s', (role, expected) => {
  const allowed = STATUSES.filter((status) => can(actor(role), 'status-history.record', status));
  expect(allowed.join(' ')).toBe(expected);
});
