import { describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../plans.ts';
import { STATUSES } from '../statuses.ts';
import type { Actor } from './actor.ts';
import type { ImpersonationTarget } from './permission.ts';
import { ACTIONS, can, canCall, isAdministrative, isDecidedLater } from './permissions.ts';
import type { Action } from './table.ts';

const someone: ImpersonationTarget = { userId: 'someone', role: 'user', status: 'active' };
const own = { userId: 'me' };

/** Somebody who is alone in their company, and pays for it. */
const actor = (role: Role, impersonating = false): Actor => ({
  userId: 'me',
  role,
  impersonating,
  member: 'owner',
  plan: role === 'premium' ? 'premium' : 'free',
});

/** One letter each: (v)isitor, (f)ree, (p)remium, (a)dministrator, administrator acting as a free user (i) or a premium one (j). */
const ACTORS: Readonly<Record<string, Actor | null>> = {
  v: null,
  f: actor('user'),
  p: actor('premium'),
  a: actor('admin'),
  i: actor('user', true),
  j: actor('premium', true),
};

const ALL = 'fpaij';
const PREMIUM = 'paj';
const IN_PERSON = 'fpa';
const CUSTOMERS = 'fp';
const ADMINISTRATORS = 'a';

/** Actions that the actor alone decides, for people who are alone in their company. */
const DECIDED_AT_ONCE: Partial<Record<Action, string>> = {
  'auth.sign-out': ALL,
  'auth.reauthenticate': IN_PERSON,
  'live.listen': ALL,
  'users.read-own': ALL,
  'users.edit-own': ALL,
  'users.change-own-email': IN_PERSON,
  'users.change-own-password': IN_PERSON,
  'users.manage-own-sessions': IN_PERSON,
  'users.list': ADMINISTRATORS,
  'passkeys.manage-own': IN_PERSON,
  'privacy.download-own': IN_PERSON,
  'privacy.erase-own': IN_PERSON,
  'companies.read-own': ALL,
  'companies.register': ALL,
  'companies.edit': ALL,
  'companies.change-states': PREMIUM,
  'plans.upgrade': CUSTOMERS,
  'plans.downgrade': CUSTOMERS,
  'payments.create-order': CUSTOMERS,
  'payments.read-own': IN_PERSON,
  'payments.read-everyone': ADMINISTRATORS,
  'payments.refund': ADMINISTRATORS,
  'contact.manage': ADMINISTRATORS,
  'job-postings.manage': ADMINISTRATORS,
  'audit-log.read': ADMINISTRATORS,
  'hr-documents.list': ALL,
  'hr-documents.manage': ADMINISTRATORS,
  'acts.list': ALL,
  'acts.read-summary': PREMIUM,
  'acts.manage': ADMINISTRATORS,
  'compliance-fields.list': ALL,
  'compliance-fields.manage': ADMINISTRATORS,
  'compliance-items.list': ALL,
  'compliance-items.list-unfiltered': ADMINISTRATORS,
  'compliance-items.read-premium-values': PREMIUM,
  'compliance-items.manage': ADMINISTRATORS,
  'status-history.read-everyone': ADMINISTRATORS,
  'reminders.list': ALL,
  'reminders.create': ALL,
  'payment-dates.create': ALL,
  'submission-dates.create': ALL,
  'users.change-own-away': ALL,
  'companies.list': ALL,
  'companies.read-agenda': ALL,
  'companies.create': ALL,
  'companies.read-payer': ALL,
  'companies.change-payer': IN_PERSON,
  'companies.accept-payer': IN_PERSON,
  'members.list': ALL,
  'invitations.list': ALL,
  'invitations.resend': ALL,
  'invitations.revoke': ALL,
  'invitations.accept': CUSTOMERS,
  'handovers.list': ALL,
  'handovers.offer': IN_PERSON,
  'handovers.withdraw': IN_PERSON,
  'handovers.accept': CUSTOMERS,
  'handovers.appoint': ADMINISTRATORS,
  'api-tokens.create': CUSTOMERS,
  'api-tokens.change-policy': IN_PERSON,
  'activity.read': ALL,
  'notifications.list': ALL,
  'webhooks.list': ALL,
  'webhooks.manage': IN_PERSON,
  'devices.manage-own': IN_PERSON,
  'messages.read-own': ALL,
  'messages.change-own': ALL,
  'messages.list-sent': ALL,
  'messages.read-defaults': ALL,
  'messages.change-defaults': ALL,
  'messages.read-queues': ADMINISTRATORS,
  'applicability.read': ALL,
  'applicability.exclude': ALL,
  'establishments.read': ALL,
  'establishments.change': ALL,
  'facts.read': ALL,
  'facts.change': ALL,
  'registrations.list': ALL,
  'late-cost.read': ALL,
  'law.read': ALL,
  'registrations.manage': ALL,
  'own-obligations.manage': ALL,
  'imports.catalogue': ADMINISTRATORS,
  'imports.companies': ALL,
  'imports.own': ALL,
  'imports.statuses': ALL,
  'company-days.change': ALL,
  'holidays.list': ALL,
  'holidays.manage': ALL,
  'extensions.list': ALL,
  'extensions.manage': ADMINISTRATORS,
  'extensions.meet': ALL,
  'events.list': ALL,
  'events.record': ALL,
  'status-history.record-many': ALL,
  'assignments.list': ALL,
  'assignments.change': ALL,
  'checks.list': ALL,
  'evidence.list': ALL,
  'evidence.fetch': ALL,
  'evidence.add': ALL,
  'reports.read': ALL,
  'reports.mail': IN_PERSON,
  'exports.make': ALL,
  'packs.make': ALL,
  'company-files.make': IN_PERSON,
  'company-files.take-in': IN_PERSON,
  'calendar-feeds.manage-own': CUSTOMERS,
  'filing-links.read-policy': ALL,
  'filing-links.change-policy': ALL,
};

type Ask = (actor: Actor | null) => boolean;

/** Actions that are decided later: who may make their calls, and who may then do it to somebody else's. */
const DECIDED_LATER: Readonly<Record<string, [first: string, then: string, ask: Ask]>> = {
  'users.change-role': [ADMINISTRATORS, ADMINISTRATORS, (by) => can(by, 'users.change-role', someone)],
  'users.change-status': [ADMINISTRATORS, ADMINISTRATORS, (by) => can(by, 'users.change-status', someone)],
  'users.change-email': [ADMINISTRATORS, ADMINISTRATORS, (by) => can(by, 'users.change-email', someone)],
  'users.end-sessions': [ADMINISTRATORS, ADMINISTRATORS, (by) => can(by, 'users.end-sessions', someone)],
  'users.delete': [ADMINISTRATORS, ADMINISTRATORS, (by) => can(by, 'users.delete', someone)],
  'users.impersonate': [ADMINISTRATORS, ADMINISTRATORS, (by) => can(by, 'users.impersonate', someone)],
  'passkeys.forget': [ADMINISTRATORS, ADMINISTRATORS, (by) => can(by, 'passkeys.forget', someone)],
  'users.act-for': [ALL, ADMINISTRATORS, (by) => can(by, 'users.act-for', someone)],
  'companies.read': [ALL, ADMINISTRATORS, (by) => can(by, 'companies.read', someone)],
  'api-tokens.list': [ALL, ALL, (by) => can(by, 'api-tokens.list', someone)],
  'api-tokens.revoke': [IN_PERSON, IN_PERSON, (by) => can(by, 'api-tokens.revoke', someone)],
  'payments.read-order': [IN_PERSON, '', (by) => can(by, 'payments.read-order', someone)],
  'status-history.record': [ALL, PREMIUM, (by) => can(by, 'status-history.record', 'on-hold')],
  'events.record-status': [ALL, PREMIUM, (by) => can(by, 'events.record-status', 'on-hold')],
  'events.read-restricted': [
    CUSTOMERS,
    '',
    (by) => can(by, 'events.read-restricted', { recordedBy: 'someone', named: ['somebody else'] }),
  ],
  'status-history.read': [ALL, PREMIUM, (by) => can(by, 'status-history.read')],
  'status-history.add-note': [ALL, PREMIUM, (by) => can(by, 'status-history.add-note')],
  'status-history.change-note': [ALL, ADMINISTRATORS, (by) => can(by, 'status-history.change-note')],
  'reminders.change': [ALL, ADMINISTRATORS, (by) => can(by, 'reminders.change', someone)],
  'hr-documents.download': [ALL, PREMIUM, (by) => can(by, 'hr-documents.download')],
  'companies.delete': [IN_PERSON, IN_PERSON, (by) => can(by, 'companies.delete')],
  'companies.end-payer': [IN_PERSON, IN_PERSON, (by) => can(by, 'companies.end-payer', someone)],
  'members.change': [ALL, ALL, (by) => can(by, 'members.change', { userId: 'someone', role: 'viewer' }, 'until')],
  'members.remove': [ALL, ALL, (by) => can(by, 'members.remove', { userId: 'someone', role: 'manager' })],
  'members.leave': [IN_PERSON, '', (by) => can(by, 'members.leave')],
  'invitations.create': [ALL, ALL, (by) => can(by, 'invitations.create', 'manager')],
  'status-history.take-back': [ALL, ALL, (by) => can(by, 'status-history.take-back', someone)],
  'payment-dates.delete': [ALL, ALL, (by) => can(by, 'payment-dates.delete', someone)],
  'submission-dates.delete': [ALL, ALL, (by) => can(by, 'submission-dates.delete', someone)],
  'evidence.describe': [ALL, ALL, (by) => can(by, 'evidence.describe', someone)],
  'evidence.remove': [
    ALL,
    ALL,
    (by) => can(by, 'evidence.remove', { userId: 'someone', isStaged: false, isRestricted: false }),
  ],
  'filing-runs.read': [ALL, ALL, (by) => can(by, 'filing-runs.read')],
  'filing-runs.record': [ALL, ALL, (by) => can(by, 'filing-runs.record')],
  'checks.decide': [IN_PERSON, IN_PERSON, (by) => can(by, 'checks.decide', { recordedBy: [], waitsFor: null })],
};

const whoMay = (ask: Ask) =>
  Object.entries(ACTORS)
    .filter(([, one]) => ask(one))
    .map(([letter]) => letter)
    .join('');

test('every action is in one of the tables, where it belongs', () => {
  expect(Object.keys(DECIDED_AT_ONCE).sort()).toEqual(ACTIONS.filter((action) => !isDecidedLater(action)).sort());
  expect(Object.keys(DECIDED_LATER).sort()).toEqual(ACTIONS.filter(isDecidedLater).sort());
});

test.each(ACTIONS.filter((action) => !isDecidedLater(action)))('%s', (action) => {
  const may = DECIDED_AT_ONCE[action];
  expect(whoMay((by) => canCall(by, action))).toBe(may);
  // The cast is safe, since none of these actions has a resource.
  expect(whoMay((by) => can(by, action as 'acts.list'))).toBe(may);
});

test.each(Object.entries(DECIDED_LATER))('%s of somebody else', (action, [first, then, ask]) => {
  expect(whoMay((by) => canCall(by, action as Action))).toBe(first);
  expect(whoMay(ask)).toBe(then);
  // The actors who may do it are among those who may make the call.
  expect(first).toMatch(new RegExp(`^${[...then].map((letter) => `.*${letter}`).join('')}.*$`));
});

test('no administration is done while impersonating, whatever the role says', () => {
  const administrative = ACTIONS.filter((action) => !canCall(actor('premium'), action));
  expect(administrative).toEqual(ACTIONS.filter(isAdministrative));
  expect(administrative.length).toBeGreaterThan(10);
  for (const action of administrative) expect(canCall(actor('admin', true), action)).toBe(false);
  const later = Object.values(DECIDED_LATER).filter(([, then]) => then === ADMINISTRATORS);
  expect(later.length).toBeGreaterThan(5);
  for (const [, , ask] of later) expect(ask(actor('admin', true))).toBe(false);
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
    expect(can(actor('admin'), 'users.change-email', self)).toBe(false);
    expect(can(actor('admin'), 'users.end-sessions', self)).toBe(false);
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
