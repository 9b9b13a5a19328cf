import { expect, test } from 'vitest';
import { readCollapsedGroups, writeCollapsedGroups } from './use-collapsed-groups.ts';

function makeStorage(start: string | null = null) {
  let kept = start;
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value;
    },
  };
}

test('each user finds again what they collapsed', () => {
  const storage = makeStorage();
  writeCollapsedGroups(storage, 'asha', new Set(['epf', 'esi']));
  writeCollapsedGroups(storage, 'binod', new Set(['epf']));
  writeCollapsedGroups(storage, 'asha', new Set(['esi']));
  expect([...readCollapsedGroups(storage, 'asha')]).toEqual(['esi']);
  expect([...readCollapsedGroups(storage, 'binod')]).toEqual(['epf']);
  expect([...readCollapsedGroups(storage, 'chitra')]).toEqual([]);
});

test('it stays small: the latest users, the latest acts', () => {
  const storage = makeStorage();
  for (let user = 0; user < 40; user++) {
    writeCollapsedGroups(storage, `user ${user}`, new Set(Array.from({ length: 2_000 }, (_, act) => `act ${act}`)));
  }
  expect(readCollapsedGroups(storage, 'user 19').size).toBe(0);
  expect(readCollapsedGroups(storage, 'user 20').size).toBe(500);
  expect(readCollapsedGroups(storage, 'user 39').has('act 1999')).toBe(true);
});

test.each(['', 'nonsense', 'null', '7', '{"asha":["epf"]}', '[["asha",[7]],["asha"],null,"asha"]'])(
  'what somebody else left there is nothing: %j',
  (text) => {
    const storage = makeStorage(text);
    expect(readCollapsedGroups(storage, 'asha').size).toBe(0);
    writeCollapsedGroups(storage, 'asha', new Set(['epf']));
    expect(readCollapsedGroups(storage, 'asha').size).toBe(1);
  },
);

test('a storage that is forbidden or full is no obstacle', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const storage = { getItem: refuse, setItem: refuse };
  expect(readCollapsedGroups(storage, 'asha').size).toBe(0);
  expect(() => writeCollapsedGroups(storage, 'asha', new Set(['epf']))).not.toThrow();
});
