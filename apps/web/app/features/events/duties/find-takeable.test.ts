import type { DutyRecord } from '@anupalan/contract/events/duties';
import { expect, test } from 'vitest';
import { findTakeable } from './find-takeable.ts';

const NOW = Temporal.Instant.from('2026-11-21T09:00:00Z');
const record = (patch: Partial<DutyRecord>): DutyRecord => ({
  ...{ _id: 'done', status: 'done', note: '', updatedBy: 'asha', createdAt: '2026-11-21T08:30:00Z' },
  ...patch,
});
const HELD = record({ _id: 'held', status: 'on-hold' });
const WAITING = {
  ...{ _id: 'waiting', note: '', updatedBy: 'asha', createdAt: '2026-11-21T08:30:00Z' },
  status: 'done',
} as const;

test.each<[string, DutyRecord[], typeof WAITING | null, string | null]>([
  ['nothing', [], null, null],
  ['the newest', [HELD, record({})], null, 'done'],
  ['what waits, not what counts', [HELD], WAITING, 'waiting'],
  [
    'the one before, once it was taken back',
    [HELD, record({ takenBack: true }), record({ _id: 'note', status: 'NOTE', takesBack: 'done' })],
    null,
    'held',
  ],
  ['none that was checked', [record({ checkedBy: 'ravi' })], null, null],
  ['none after an hour', [record({ createdAt: '2026-11-21T08:00:00Z' })], null, null],
])('%s', (_, statusHistory, waiting, id) => {
  expect(findTakeable({ statusHistory, waiting }, NOW)?._id ?? null).toBe(id);
});
