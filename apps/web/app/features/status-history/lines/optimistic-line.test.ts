import type { Registration } from '@anupalan/contract/company/registrations';
import { expect, test } from 'vitest';
import { describeLines } from '../../compliance-items/describe-lines.ts';
import { makeEntry } from '../../compliance-items/items.fixture.ts';
import { findRecorded, listTakeable } from '../history-records.ts';
import { withRecord, withTakenBack } from '../optimistic-record.ts';
import { listLines } from './lines-of-day.ts';

const NOW = '2026-11-21T09:00:00Z';
const DAY = '2026-11-15T00:00:00.000Z';
const about = (registrationId: string) => ({
  registrationId,
  registrationNumber: `No. ${registrationId}`,
  numbers: ['a', 'b'],
});
const record = (registrationId?: string, hasChecker = false) =>
  ({
    complianceId: 'item',
    userId: 'viewer',
    status: 'done',
    forDate: DAY,
    note: '',
    hasChecker,
    about: registrationId ? about(registrationId) : undefined,
  }) as const;
const summarize = ([entry]: ReturnType<typeof withRecord>) => [
  entry?.current,
  entry?.lines?.map(({ registrationId, status, waiting }) => [registrationId, waiting ? 'waits' : status]),
];

test('each number has its line, and the day is done once all are', () => {
  const one = withRecord([], record('a'), NOW);
  expect(summarize(one)).toEqual([
    'pending',
    [
      ['a', 'done'],
      ['b', 'pending'],
    ],
  ]);
  expect(describeLines(one[0]?.lines)).toBe('1 of 2 recorded');
  expect(one[0]?.history).toMatchObject([{ registrationId: 'a', registrationNumber: 'No. a' }]);
  const both = withRecord(one, record('b'), NOW);
  expect(summarize(both)).toEqual([
    'done',
    [
      ['a', 'done'],
      ['b', 'done'],
    ],
  ]);
  expect(describeLines(both[0]?.lines)).toBeNull();
  expect(summarize(withRecord(one, record(), NOW))).toEqual(['done', undefined]);
});

test('what has to be checked waits in its line', () => {
  const one = withRecord([], record('a', true), NOW);
  expect(summarize(one)).toEqual([
    'pending',
    [
      ['a', 'waits'],
      ['b', 'pending'],
    ],
  ]);
  expect(describeLines(one[0]?.lines)).toBe('1 of 2 recorded');
  const id = findRecorded(one, record('a')) ?? '';
  expect(one[0]?.lines?.[0]?.waiting?._id).toBe(id);
  expect(summarize(withTakenBack(one, { complianceId: 'item', userId: 'viewer', recordId: id }, NOW))).toEqual([
    'pending',
    [
      ['a', 'pending'],
      ['b', 'pending'],
    ],
  ]);
});

test('of each number the newest can be taken back, until something is recorded about all', () => {
  const both = withRecord(withRecord([], record('a'), NOW), record('b'), NOW);
  const [first, second] = both[0]?.history ?? [];
  const now = Temporal.Instant.from(NOW);
  expect(listTakeable(both, now, () => true)).toEqual(new Set([first?._id, second?._id]));
  const back = withTakenBack(both, { complianceId: 'item', userId: 'viewer', recordId: first?._id ?? '' }, NOW);
  expect(summarize(back)).toEqual([
    'pending',
    [
      ['a', 'pending'],
      ['b', 'done'],
    ],
  ]);
  const all = withRecord(both, record(), NOW);
  expect(listTakeable(all, now, () => true)).toEqual(new Set([all[0]?.history.at(-1)?._id]));
});

const registration = (_id: string, parts: Partial<Registration> = {}): Registration => ({
  _id,
  kind: 'esi',
  number: `No. ${_id}`,
  state: null,
  establishmentId: null,
  authority: '',
  from: null,
  until: null,
  ceiling: null,
  renewalFiledOn: null,
  renewalId: null,
  createdAt: NOW,
  updatedAt: NOW,
  ...parts,
});

test('a day has lines where several numbers are of that day, each with what the day stands for', () => {
  const item = { registrationKind: 'esi', state: '-' } as const;
  const day = { day: '2026-11-15', entry: makeEntry('item', '2026-11-15', 'on-hold'), status: 'pending' } as const;
  const list = [registration('a'), registration('b'), registration('over', { until: '2026-11-14T00:00:00.000Z' })];
  expect(listLines(item, list, day).map(({ number, status }) => [number, status])).toEqual([
    ['No. a', 'on-hold'],
    ['No. b', 'on-hold'],
  ]);
  expect(listLines(item, list.slice(1), day)).toEqual([]);
  expect(listLines({ state: '-' }, list, day)).toEqual([]);
});
