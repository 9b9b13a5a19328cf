import { expect, test } from 'vitest';
import { makeEntry } from '../compliance-items/items.fixture.ts';
import { findRecorded, listRecords, listTakeable } from './history-records.ts';
import { withRecord, withTakenBack } from './optimistic-record.ts';

test('lists every record of every day, the newest first', () => {
  const record = { complianceId: 'item', userId: 'viewer', note: '' };
  let entries = [makeEntry('item', '2026-12-15', 'pending')]; // recorded on 20 November
  entries = withRecord(
    entries,
    { ...record, status: 'on-hold', forDate: '2026-10-15T00:00:00.000Z' },
    '2026-11-19T10:00:00Z',
  );
  entries = withRecord(
    entries,
    { ...record, status: 'done', forDate: '2026-12-15T00:00:00.000Z' },
    '2026-11-21T10:00:00.5Z',
  );
  expect(listRecords(entries).map(({ date, status }) => [date.slice(0, 10), status])).toEqual([
    ['2026-12-15', 'done'],
    ['2026-12-15', 'pending'],
    ['2026-10-15', 'on-hold'],
  ]);
});

test('nothing recorded is an empty list', () => {
  expect(listRecords([])).toEqual([]);
});

const NOW = '2026-11-21T10:00:00Z';
const DONE = {
  complianceId: 'item',
  userId: 'asha',
  status: 'done',
  note: '',
  forDate: '2026-12-15T00:00:00.000Z',
} as const;

test('what was recorded is found in the answer, unless somebody has recorded since', () => {
  const mine = withRecord([makeEntry('item', '2026-12-15', 'done', 'asha')], { ...DONE, recordId: 'mine' }, NOW);
  expect(findRecorded(mine, DONE)).toBe('mine');
  const noted = withRecord(mine, { ...DONE, status: 'NOTE', recordId: 'note' }, NOW);
  expect(findRecorded(noted, DONE)).toBe('mine');
  const theirs = withRecord(mine, { ...DONE, userId: 'binod' }, NOW);
  expect(findRecorded(theirs, DONE)).toBeNull();
  expect(findRecorded([], DONE)).toBeNull();
});

test('of each day the newest that counts can be taken back, for an hour', () => {
  const entries = withRecord(withRecord([], { ...DONE, recordId: 'first' }, NOW), { ...DONE, recordId: 'second' }, NOW);
  const at = (moment: string) => Temporal.Instant.from(moment);
  const takeable = (moment: string, by = entries, may = true) => [...listTakeable(by, at(moment), () => may)];
  expect(takeable('2026-11-21T10:59:59Z')).toEqual(['second']);
  expect(takeable('2026-11-21T11:00:00Z')).toEqual([]);
  expect(takeable(NOW, entries, false)).toEqual([]);
  expect(takeable(NOW, withTakenBack(entries, { ...DONE, recordId: 'second' }, NOW))).toEqual(['first']);
  expect(
    takeable(
      NOW,
      entries.map((entry) => ({ ...entry, isOwn: false })),
    ),
  ).toEqual([]);
});
