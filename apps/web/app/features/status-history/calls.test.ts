import { expect, test } from 'vitest';
import { makeEntry } from '../compliance-items/items.fixture.ts';
import { mergeEntries } from './calls.ts';

test('an entry in both answers is there once, as the fresh one has it', () => {
  const fresh = makeEntry('item', '2026-12-15', 'done');
  const stale = makeEntry('item', '2026-12-15', 'pending');
  const older = makeEntry('item', '2021-12-15', 'done');
  const merged = mergeEntries([fresh], [stale, older]);
  expect(merged).toHaveLength(2);
  expect(merged).toContain(fresh);
  expect(merged).toContain(older);
  expect(mergeEntries([], [])).toEqual([]);
});

test('an entry whose records were cut gives way to the one that has them, unless it is newer', () => {
  const cut = makeEntry('item', '2026-12-15', 'done');
  const whole = { ...cut, history: [...cut.history, ...cut.history] };
  expect(mergeEntries([cut], [whole], { isCut: true })).toEqual([whole]);
  const newer = { ...cut, lastUpdated: '2026-11-21T08:00:00.000Z' };
  expect(mergeEntries([newer], [whole], { isCut: true })).toEqual([newer]);
});
