import { describe, expect, test } from 'vitest';
import { MEMBER_ROLES, type MemberRole } from '../members.ts';
import { ROLES, type Role } from '../plans.ts';
import { STATUSES } from '../statuses.ts';
import type { Actor } from './actor.ts';
import { ACTIONS, can, canCall, isAdministrative, isDecidedLater } from './permissions.ts';
import { type Action, type ImpersonationTarget, PERMISSIONS, type Permission } from './table.ts';

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
  'activity.read': ALL,
  'applicability.read': ALL,
  'applicability.exclude': ALL,
  'establishments.read': ALL,
  'establishments.change': ALL,
  'facts.read': ALL,
  'facts.change': ALL,
  'registrations.list': ALL,
  'registrations.manage': ALL,
  'own-obligations.manage': ALL,
  'status-history.record-many': ALL,
  'assignments.list': ALL,
  'assignments.change': ALL,
  'checks.list': ALL,
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
  'payments.read-order': [IN_PERSON, '', (by) => can(by, 'payments.read-order', someone)],
  'status-history.record': [ALL, PREMIUM, (by) => can(by, 'status-history.record', 'on-hold')],
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

describe('in a company', () => {
  const inCompany = (member: MemberRole | null, changes: Partial<Actor> = {}): Actor => ({
    ...actor('user'),
    member,
    plan: 'premium',
    ...changes,
  });

  /** The actions that each role has more than the next (section by section what a company's people do). */
  const MORE: Readonly<Record<MemberRole, string>> = {
    owner: 'companies.change-payer handovers.offer handovers.withdraw',
    manager: `companies.edit companies.change-states companies.read-payer members.change members.remove
      invitations.list invitations.create invitations.resend invitations.revoke assignments.change
      applicability.exclude establishments.change facts.change registrations.manage own-obligations.manage`,
    member: `handovers.list checks.list checks.decide status-history.record status-history.record-many
      status-history.take-back status-history.add-note status-history.change-note reminders.create reminders.change
      payment-dates.create payment-dates.delete submission-dates.create submission-dates.delete`,
    viewer: `companies.read-own companies.accept-payer companies.end-payer members.list members.leave activity.read
      compliance-items.list applicability.read establishments.read facts.read registrations.list assignments.list
      status-history.read reminders.list`,
  };

  test.each(MEMBER_ROLES)('what a %s can do that the next cannot', (role) => {
    const next = MEMBER_ROLES[MEMBER_ROLES.indexOf(role) + 1] ?? null;
    const more = ACTIONS.filter((action) => canCall(inCompany(role), action) && !canCall(inCompany(next), action));
    expect(more.toSorted()).toEqual(MORE[role].split(/\s+/).toSorted());
  });

  test('a higher role, Premium, and acting in person never take anything away', () => {
    for (const action of ACTIONS) {
      for (const [at, role] of MEMBER_ROLES.entries()) {
        const lower = MEMBER_ROLES[at + 1] ?? null;
        for (const plan of ['free', 'premium'] as const) {
          const may = (changes: Partial<Actor>) => canCall(inCompany(role, { plan, ...changes }), action);
          if (may({ member: lower })) expect(may({}), `${role}: ${action}`).toBe(true);
          if (may({ plan: 'free' })) expect(may({ plan: 'premium' }), action).toBe(true);
          if (may({ impersonating: true })) expect(may({}), action).toBe(true);
        }
      }
    }
  });

  test('who is no member of it does nothing that asks for a role there', () => {
    const rows: Readonly<Record<Action, Permission>> = PERMISSIONS;
    const ofCompanies = ACTIONS.filter((action) => rows[action].member);
    expect(ofCompanies.length).toBeGreaterThan(40);
    for (const action of ofCompanies) {
      for (const role of ROLES) expect(canCall(inCompany(null, { role }), action), action).toBe(false);
    }
  });

  test('the plan is the company’s: a premium person in a free company has no more than anybody there', () => {
    const premium = inCompany('manager', { role: 'premium', plan: 'free' });
    for (const action of ACTIONS) {
      expect(canCall(premium, action), action).toBe(canCall({ ...premium, role: 'user' }, action));
    }
    expect(can(premium, 'companies.change-states')).toBe(false);
    expect(can({ ...premium, plan: 'premium', role: 'user' }, 'companies.change-states')).toBe(true);
  });

  const target = (role: MemberRole) => ({ userId: 'someone', role });
  const whichRoles = (may: (role: MemberRole) => boolean) => MEMBER_ROLES.filter(may).join(' ');

  test.each([
    ['owner', 'manager member viewer'],
    ['manager', 'member viewer'],
    ['member', ''],
    ['viewer', ''],
  ] as const)('a %s invites and removes: %s', (role, expected) => {
    const by = inCompany(role);
    expect(whichRoles((other) => can(by, 'invitations.create', other))).toBe(expected);
    expect(whichRoles((other) => can(by, 'members.remove', target(other)))).toBe(expected);
  });

  test('roles are given by the owner, and the owner’s by nobody; managers move the last day of viewers', () => {
    const [owner, manager, member] = [inCompany('owner'), inCompany('manager'), inCompany('member')];
    expect(whichRoles((role) => can(owner, 'members.change', target(role), 'role'))).toBe('manager member viewer');
    expect(whichRoles((role) => can(manager, 'members.change', target(role), 'role'))).toBe('');
    expect(whichRoles((role) => can(owner, 'members.change', target(role), 'until'))).toBe('viewer');
    expect(whichRoles((role) => can(manager, 'members.change', target(role), 'until'))).toBe('viewer');
    expect(whichRoles((role) => can(member, 'members.change', target(role), 'until'))).toBe('');
  });

  test.each([
    ['owner', false],
    ['manager', true],
    ['member', true],
    ['viewer', true],
    [null, false],
  ] as const)('a %s leaves: %s', (role, expected) => {
    expect(can(inCompany(role), 'members.leave')).toBe(expected);
    expect(can(inCompany(role, { impersonating: true }), 'members.leave')).toBe(false);
  });

  test.each(['status-history.take-back', 'payment-dates.delete', 'submission-dates.delete'] as const)(
    '%s: one’s own from members on, anybody’s from managers on',
    (action) => {
      expect(whichRoles((role) => can(inCompany(role), action, own))).toBe('owner manager member');
      expect(whichRoles((role) => can(inCompany(role), action, someone))).toBe('owner manager');
    },
  );

  describe('checking', () => {
    const decides = (by: Actor, waitsFor: string | null, recordedBy: readonly (string | null)[] = ['author', null]) =>
      can(by, 'checks.decide', { recordedBy, waitsFor });

    test('whom it waits for decides, else managers and the owner', () => {
      expect(whichRoles((role) => decides(inCompany(role), 'me'))).toBe('owner manager member');
      expect(whichRoles((role) => decides(inCompany(role), 'somebody else'))).toBe('');
      expect(whichRoles((role) => decides(inCompany(role), null))).toBe('owner manager');
    });

    test('nobody what they recorded themselves, in whosever name, and nobody in another’s name', () => {
      for (const role of MEMBER_ROLES) {
        for (const waitsFor of ['me', null]) {
          expect(decides(inCompany(role), waitsFor, ['me', null])).toBe(false);
          expect(decides(inCompany(role), waitsFor, ['author', 'me'])).toBe(false);
          expect(decides(inCompany(role, { impersonating: true }), waitsFor)).toBe(false);
        }
      }
    });
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
