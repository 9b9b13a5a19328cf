import { statusOfEntry } from '@anupalan/domain/occurrence';
import { expect, test } from 'vitest';
import { makeEntry } from '../compliance-items/items.fixture.ts';
import { withRecord } from './optimistic-record.ts';

const NOW = '2026-11-21T09:00:00Z';
const RECORD = {
  complianceId: 'item',
  userId: 'viewer',
  status: 'done',
  forDate: '2026-11-15T00:00:00.000Z',
  note: 'Challan 4711',
} as const;

test('a day without an entry gets one', () => {
  const before = [makeEntry('item', '2026-10-15', 'done')];
  const after = withRecord(before, RECORD, NOW);
  expect(after).toHaveLength(2);
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toMatchObject({ date: RECORD.forDate, userId: 'viewer', current: 'done', lastUpdated: NOW });
  expect(after[1]?.history).toMatchObject([{ status: 'done', note: 'Challan 4711', updatedAt: NOW }]);
});

test('a day with an entry gets one record more, and that one counts', () => {
  const before = [makeEntry('item', '2026-11-15', 'on-hold'), makeEntry('item', '2026-12-15', 'pending')];
  const [after, untouched] = withRecord(before, RECORD, NOW);
  expect(after?.history.map(({ status }) => status)).toEqual(['on-hold', 'done']);
  expect(after && statusOfEntry(after)).toBe('done');
  expect(untouched).toBe(before[1]);
  expect(before[0]?.history).toHaveLength(1);
});

test("a colleague's entry of that day is the workspace's, another workspace's is not", () => {
  const entry = makeEntry('item', '2026-11-15', 'on-hold', 'somebody else');
  expect(withRecord([entry], RECORD, NOW)).toMatchObject([{ userId: 'somebody else', current: 'done' }]);
  const others = { ...entry, isOwn: false };
  expect(withRecord([others], RECORD, NOW)).toMatchObject([others, { userId: 'viewer', current: 'done' }]);
});
