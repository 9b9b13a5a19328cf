import type { DutyRecord } from '@anupalan/contract/events/duties';
import { expect, test } from 'vitest';
import { dayOfDone, findDone } from './find-done.ts';

const record = (patch: Partial<DutyRecord>): DutyRecord => ({
  ...{ _id: 'paid', status: 'done', note: '', updatedBy: 'asha', createdAt: '2026-11-18T08:30:00Z' },
  ...patch,
});

test('a duty is done by the newest record that counts, not by the note that takes a later one back', () => {
  const later = record({ _id: 'later', takenBack: true });
  const note = record({ _id: 'note', status: 'NOTE', takesBack: 'later' });
  expect(findDone({ statusHistory: [record({}), later, note] })?._id).toBe('paid');
});

test('it is done on the day of filing, else on the day of the record in India', () => {
  expect(`${dayOfDone(record({ filing: { filedOn: '2026-11-12T00:00:00.000Z' } }))}`).toBe('2026-11-12');
  expect(`${dayOfDone(record({ createdAt: '2026-11-18T19:00:00Z' }))}`).toBe('2026-11-19');
});
