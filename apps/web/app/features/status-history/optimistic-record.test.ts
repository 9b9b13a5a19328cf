import { isAllTakenBack, statusOfEntry } from '@anupalan/domain/occurrence';
import { NOTE } from '@anupalan/domain/statuses';
import { expect, test } from 'vitest';
import { makeEntry } from '../compliance-items/items.fixture.ts';
import { withNote, withoutNote, withRecord, withTakenBack } from './optimistic-record.ts';

const INSTANT = '2026-11-20T09:00:00Z';
const NOW = '2026-11-21T09:00:00Z';
const RECORD = {
  complianceId: 'item',
  userId: 'viewer',
  status: 'done',
  forDate: '2026-11-15T00:00:00.000Z',
  note: 'Challan 4711',
} as const;

const RETURNED = {
  _id: 'record',
  status: 'done',
  note: '',
  updatedBy: 'viewer',
  createdAt: INSTANT,
  reason: 'Wrong month',
  returnedBy: 'checker',
  returnedAt: INSTANT,
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

test('a note leaves the status of its day as it is', () => {
  const before = [makeEntry('item', '2026-11-15', 'on-hold')];
  const [noted] = withRecord(before, { ...RECORD, status: NOTE }, NOW);
  expect(noted?.current).toBe('on-hold');
  expect(noted && statusOfEntry(noted)).toBe('on-hold');
  const [begun] = withRecord([], { ...RECORD, status: NOTE }, NOW);
  expect(begun && statusOfEntry(begun)).toBe('pending');
});

const about = (noteId = '') => ({ complianceId: 'item', userId: 'administrator', noteId });

test('a note that is edited says so, and nothing else changes', () => {
  const before = withRecord([makeEntry('item', '2026-11-15', 'on-hold')], { ...RECORD, status: NOTE }, INSTANT);
  const noteId = before[0]?.history[1]?._id;
  const [after] = withNote(before, { ...about(noteId), note: 'Challan 4712' }, NOW);
  expect(after?.history[0]).toEqual(before[0]?.history[0]);
  expect(after?.history[1]).toMatchObject({ note: 'Challan 4712', updatedAt: NOW, updatedBy: 'administrator' });
  expect(before[0]?.history[1]?.note).toBe('Challan 4711');
});

test('a note that is deleted takes its entry along when that holds nothing else', () => {
  const onHold = [makeEntry('item', '2026-11-15', 'on-hold')];
  const noted = withRecord(onHold, { ...RECORD, status: NOTE }, NOW);
  expect(withoutNote(noted, about(noted[0]?.history[1]?._id))).toEqual([
    { ...onHold[0], lastUpdated: NOW, updatedAt: NOW },
  ]);
  const begun = withRecord(onHold, { ...RECORD, forDate: '2026-12-15T00:00:00.000Z', status: NOTE }, NOW);
  expect(withoutNote(begun, about(begun[1]?.history[0]?._id))).toEqual(onHold);
  expect(withoutNote(onHold, about('of another item'))).toEqual(onHold);
});

test('what is taken back stays beside what took it back, and the day stands for what counted before', () => {
  const before = withRecord([makeEntry('item', '2026-11-15', 'on-hold')], { ...RECORD, recordId: 'filed' }, INSTANT);
  const taken = { complianceId: 'item', userId: 'asha', recordId: 'filed' };
  const [entry] = withTakenBack(before, taken, NOW);
  expect(entry?.history.slice(1)).toMatchObject([
    { _id: 'filed', status: 'done', takenBack: true },
    { status: NOTE, note: '', takesBack: 'filed', updatedBy: 'asha' },
  ]);
  expect(entry && [entry.current, statusOfEntry(entry), isAllTakenBack(entry)]).toEqual(['on-hold', 'on-hold', false]);
  expect(withTakenBack(before, { ...taken, recordId: 'of another item' }, NOW)).toEqual(before);
});

test('a day of which all was taken back is as if nothing had been recorded', () => {
  const begun = withRecord([], { ...RECORD, recordId: 'filed' }, INSTANT);
  const [entry] = withTakenBack(begun, { complianceId: 'item', userId: 'asha', recordId: 'filed' }, NOW);
  expect(entry && [entry.current, isAllTakenBack(entry)]).toEqual(['pending', true]);
  const [noted] = withRecord(entry ? [entry] : [], { ...RECORD, status: NOTE }, NOW);
  expect(noted && isAllTakenBack(noted)).toBe(false);
});

test('what settles a day of an item with a checker waits, and the next record takes its place', () => {
  const before = [makeEntry('item', '2026-11-15', 'on-hold')];
  const [waiting] = withRecord(before, { ...RECORD, hasChecker: true }, NOW);
  expect(waiting).toMatchObject({
    current: 'on-hold',
    history: before[0]?.history,
    waiting: { status: 'done', note: 'Challan 4711', updatedBy: 'viewer', createdAt: NOW },
  });
  if (!waiting) throw new Error('There is no entry');
  const [noted] = withRecord([waiting], { ...RECORD, status: NOTE, hasChecker: true }, NOW);
  expect(noted?.waiting).toEqual(waiting.waiting);
  const [settled] = withRecord([waiting], { ...RECORD, status: 'not-done', hasChecker: true }, NOW);
  expect(settled).toMatchObject({ current: 'not-done', waiting: null });
  const recordId = waiting.waiting?._id ?? '';
  expect(withTakenBack([waiting], { complianceId: 'item', userId: 'viewer', recordId }, NOW)).toMatchObject([
    { current: 'on-hold', waiting: null, history: before[0]?.history },
  ]);
});

test('a record takes away what came back from its check', () => {
  const returned = { ...makeEntry('item', '2026-11-15', 'pending'), returned: RETURNED };
  expect(withRecord([returned], RECORD, NOW)[0]).not.toHaveProperty('returned');
  expect(withRecord([returned], { ...RECORD, status: NOTE }, NOW)[0]).toHaveProperty('returned');
});
