import { expect, test } from 'vitest';
import type { MemberRole } from '../members.ts';
import type { Permission } from './permission.ts';
import { SCOPES, scopeOf, scopesFor } from './scopes.ts';
import { type Action, PERMISSIONS } from './table.ts';

const ROWS = Object.entries(PERMISSIONS) as [Action, Permission][];

test('what is done in person, and what administrators do, no token does (R-tokens-4)', () => {
  const closed = ROWS.filter(([, { inPerson, platform }]) => inPerson || platform === 'administrator');
  expect(closed.length).toBeGreaterThan(30);
  expect(closed.filter(([action]) => scopeOf(action) !== null)).toEqual([]);
});

test.each([
  'auth',
  'users',
  'passkeys',
  'privacy',
  'members',
  'invitations',
  'handovers',
  'api-tokens',
  'plans',
  'payments',
])('nothing about %s is done by a token (R-tokens-5)', (noun) => {
  const ofNoun = ROWS.filter(([action]) => action.startsWith(`${noun}.`));
  expect(ofNoun.length).toBeGreaterThan(0);
  expect(ofNoun.filter(([action]) => scopeOf(action) !== null)).toEqual([]);
});

test('what needs a role above a viewer’s is written, but for lists', () => {
  const reading = ROWS.filter(
    ([action, { member }]) => member && member !== 'viewer' && scopeOf(action)?.endsWith(':read'),
  );
  expect(reading.map(([action]) => action).sort()).toEqual(['checks.list', 'notifications.list']);
});

test('scopes are a noun with read or write', () => {
  expect(SCOPES.length).toBeGreaterThan(30);
  expect(SCOPES.filter((scope) => !/^[a-z-]+:(read|write)$/.test(scope))).toEqual([]);
  expect(SCOPES).toContain('status-history:write');
});

test('somebody is offered what their role allows', () => {
  const actor = { userId: 'me', role: 'user', impersonating: false, plan: 'free' } as const;
  const missing = (member: MemberRole) => SCOPES.filter((scope) => !scopesFor({ ...actor, member }).includes(scope));
  expect(missing('owner')).toEqual([]);
  expect(missing('manager')).toEqual([]);
  expect(missing('member')).toContain('registrations:write');
  expect(missing('member')).not.toContain('status-history:write');
  expect(scopesFor({ ...actor, member: 'viewer' }).filter((scope) => scope.endsWith(':write'))).toEqual([]);
});
