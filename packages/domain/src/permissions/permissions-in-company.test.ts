import { describe, expect, test } from 'vitest';
import { MEMBER_ROLES, type MemberRole } from '../members.ts';
import { ROLES } from '../plans.ts';
import type { Actor } from './actor.ts';
import type { Permission } from './permission.ts';
import { ACTIONS, can, canCall } from './permissions.ts';
import { type Action, PERMISSIONS } from './table.ts';

const inCompany = (member: MemberRole | null, changes: Partial<Actor> = {}): Actor => ({
  userId: 'me',
  role: 'user',
  impersonating: false,
  member,
  plan: 'premium',
  ...changes,
});

/** The actions that each role has more than the next (section by section what a company's people do). */
const MORE: Readonly<Record<MemberRole, string>> = {
  owner: `companies.change-payer handovers.offer handovers.withdraw api-tokens.change-policy
    company-files.make`,
  manager: `companies.edit companies.change-states members.change members.remove
    invitations.list invitations.create invitations.resend invitations.revoke assignments.change
    applicability.exclude establishments.change facts.change registrations.manage own-obligations.manage
    imports.own imports.statuses company-days.change holidays.manage extensions.meet
    messages.read-defaults messages.change-defaults filing-links.change-policy webhooks.list webhooks.manage packs.make`,
  member: `companies.read-payer handovers.list api-tokens.list api-tokens.create api-tokens.revoke notifications.list
    checks.list checks.decide
      status-history.record status-history.record-many
    status-history.take-back status-history.add-note status-history.change-note reminders.create reminders.change
    payment-dates.create payment-dates.delete submission-dates.create submission-dates.delete reports.mail
    events.record events.record-status events.read-restricted filing-links.read-policy
    evidence.add evidence.describe evidence.remove`,
  viewer: `companies.read-own companies.accept-payer companies.end-payer members.list members.leave activity.read
    compliance-items.list applicability.read establishments.read facts.read registrations.list assignments.list
    status-history.read reminders.list reports.read events.list holidays.list extensions.list law.read
    evidence.list evidence.fetch messages.list-sent calendar-feeds.manage-own exports.make`,
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
    expect(whichRoles((role) => can(inCompany(role), action, { userId: 'me' }))).toBe('owner manager member');
    expect(whichRoles((role) => can(inCompany(role), action, { userId: 'someone' }))).toBe('owner manager');
  },
);

test('a file is removed by who staged it, attached by managers, and of a complaint by whoever is named', () => {
  const removes = (userId: string, isStaged: boolean, isRestricted = false) =>
    whichRoles((role) => can(inCompany(role), 'evidence.remove', { userId, isStaged, isRestricted }));
  expect([removes('me', true), removes('someone', true)]).toEqual(['owner manager member', '']);
  expect([removes('me', false), removes('someone', false)]).toEqual(['owner manager', 'owner manager']);
  expect(removes('someone', false, true)).toBe('owner manager member');
});

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
