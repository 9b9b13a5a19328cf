import { expect, test } from 'vitest';
import { makeEntry } from '../compliance-items/items.fixture.ts';
import { listRecords } from './history-records.ts';
import { withRecord } from './optimistic-record.ts';

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
