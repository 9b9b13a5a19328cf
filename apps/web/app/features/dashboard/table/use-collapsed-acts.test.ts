import { expect, test } from 'vitest';
import { readCollapsedActs, writeCollapsedActs } from './use-collapsed-acts.ts';

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
  writeCollapsedActs(storage, 'asha', new Set(['epf', 'esi']));
  writeCollapsedActs(storage, 'binod', new Set(['epf']));
  writeCollapsedActs(storage, 'asha', new Set(['esi']));
  expect([...readCollapsedActs(storage, 'asha')]).toEqual(['esi']);
  expect([...readCollapsedActs(storage, 'binod')]).toEqual(['epf']);
  expect([...readCollapsedActs(storage, 'chitra')]).toEqual([]);
});

test('it stays small: the latest users, the latest acts', () => {
  const storage = makeStorage();
  for (let user = 0; user < 35; user++) {
    writeCollapsedActs(storage, `user ${user}`, new Set(Array.from({ length: 2_000 }, (_, act) => `act ${act}`)));
  }
  expect(readCollapsedActs(storage, 'user 14').size).toBe(0);
  expect(readCollapsedActs(storage, 'user 15').size).toBe(500);
  expect(readCollapsedActs(storage, 'user 34').has('act 1999')).toBe(true);
});

test.each(['', 'nonsense', 'null', '7', '{"asha":["epf"]}', '[["asha",[7]],["asha"],null,"asha"]'])(
  'what somebody else left there is nothing: %j',
  (text) => {
    const storage = makeStorage(text);
    expect(readCollapsedActs(storage, 'asha').size).toBe(0);
    writeCollapsedActs(storage, 'asha', new Set(['epf']));
    expect(readCollapsedActs(storage, 'asha').size).toBe(1);
  },
);

test('a storage that is forbidden or full is no obstacle', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError');
  };
  const storage = { getItem: refuse, setItem: refuse };
  expect(readCollapsedActs(storage, 'asha').size).toBe(0);
  expect(() => writeCollapsedActs(storage, 'asha', new Set(['epf']))).not.toThrow();
});
