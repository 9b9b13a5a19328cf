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
