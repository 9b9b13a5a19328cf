import { expect, test } from 'vitest';
import { FREE_STATUSES, isFreeStatus, isResolved, isStillPending, STATUS_LABELS, STATUSES } from './statuses.ts';

test.each([
  // status, resolved, still pending, free
  ['done', true, false, true],
  ['not-done', false, false, true],
  ['not-to-do', true, false, false],
  ['on-hold', false, false, false],
  ['not-applicable', true, false, false],
  ['pending', false, true, true],
] as const)('%s: resolved %s, still pending %s, free %s', (status, resolved, stillPending, free) => {
  expect(isResolved(status)).toBe(resolved);
  expect(isStillPending(status)).toBe(stillPending);
  expect(isFreeStatus(status)).toBe(free);
});

test('nothing recorded is still pending and not resolved', () => {
  expect(isStillPending(undefined)).toBe(true);
  expect(isResolved(undefined)).toBe(false);
});

test('six statuses, each with a label of its own, three of them free', () => {
  expect(STATUSES).toHaveLength(6);
  expect(new Set(STATUSES.map((status) => STATUS_LABELS[status])).size).toBe(6);
  expect(FREE_STATUSES.every((status) => STATUSES.includes(status))).toBe(true);
});
