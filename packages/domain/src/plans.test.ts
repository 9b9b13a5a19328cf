import { expect, test } from 'vitest';
import {
  hasPremiumFeatures,
  isAbovePlan,
  PLANS,
  planOfRole,
  ROLE_BADGES,
  ROLE_LABELS,
  ROLES,
  roleOfPlan,
} from './plans.ts';

test.each([
  ['user', 'free', false, 'Free Member', 'Free Member'],
  ['premium', 'premium', true, 'Premium', 'Premium'],
  ['admin', null, true, 'Administrator', 'Admin'],
] as const)('%s is on plan %s; premium features: %s', (role, plan, premium, label, badge) => {
  expect(planOfRole(role)).toBe(plan);
  expect(hasPremiumFeatures(role)).toBe(premium);
  expect(ROLE_LABELS[role]).toBe(label);
  expect(ROLE_BADGES[role]).toBe(badge);
});

test('a plan that can be bought gives the role that is on it; Enterprise gives none', () => {
  expect(PLANS.map(roleOfPlan)).toEqual(['user', 'premium', null]);
  for (const role of ROLES) {
    const plan = planOfRole(role);
    if (plan) expect(roleOfPlan(plan)).toBe(role);
  }
});

test.each([
  ['user', 50, false],
  ['user', 51, true],
  ['premium', 1000, false],
  ['premium', 1001, true],
  ['admin', 1_000_000, false],
] as const)('%s with %i employees is above the plan: %s', (role, employees, expected) => {
  expect(isAbovePlan(role, employees)).toBe(expected);
});
