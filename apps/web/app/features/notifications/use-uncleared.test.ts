import { expect, test } from 'vitest';
import { addCleared, CLEARED_KEY, clearedIdOf, readCleared, writeCleared } from './use-uncleared.ts';

function makeStorage(text?: string) {
  const kept = new Map(text === undefined ? [] : [[CLEARED_KEY, text]]);
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('what was cleared is read again', () => {
  const storage = makeStorage();
  writeCleared(storage, ['a', 'b']);
  expect(readCleared(storage)).toEqual(['a', 'b']);
});

test.each(['', '{', 'null', '{"a":1}', '"a"'])('%j in the storage is nothing', (text) => {
  expect(readCleared(makeStorage(text))).toEqual([]);
});

test('of a list only the ids are read', () => {
  expect(readCleared(makeStorage('["a", 1, null, ["b"]]'))).toEqual(['a']);
});

test('a storage that is forbidden or full does no harm', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  expect(readCleared({ getItem: refuse })).toEqual([]);
  expect(() => writeCleared({ setItem: refuse }, ['a'])).not.toThrow();
});

test('ids are kept once, the latest cleared last', () => {
  expect(addCleared(['a', 'b', 'c'], ['b', 'd'])).toEqual(['a', 'c', 'b', 'd']);
});

test('only so many are kept, the latest', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `old ${index}`);
  const kept = addCleared(many, ['new']);
  expect(kept).toHaveLength(5_000);
  expect(kept[0]).toBe('old 1');
  expect(kept.at(-1)).toBe('new');
});

test('what one user cleared is not what another did', () => {
  expect(clearedIdOf('asha', 'epf')).not.toBe(clearedIdOf('binod', 'epf'));
});
