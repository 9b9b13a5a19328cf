import { expect, test } from 'vitest';
import { reminderStateOf } from './reminder-state.ts';

const NOW = Temporal.Instant.from('2026-12-15T10:30:00Z');

test.each([
  ['2026-12-15T10:30:00.001Z', false, 'upcoming'],
  ['2026-12-15T10:30:00.000Z', false, 'due'],
  ['2026-12-14T10:30:00.000Z', false, 'due'],
  ['2026-12-16T10:30:00.000Z', true, 'acknowledged'],
  ['2026-12-14T10:30:00.000Z', true, 'acknowledged'],
])('a reminder of %s, acknowledged: %s, is %s', (reminderDate, isAcknowledged, expected) => {
  expect(reminderStateOf({ reminderDate, isAcknowledged }, NOW)).toBe(expected);
});
