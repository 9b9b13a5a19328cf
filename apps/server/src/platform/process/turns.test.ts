import { beforeEach, expect, test } from 'vitest';
import { Turns } from './turns.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

let begun: string[];
let ends: Map<string, () => void>;

beforeEach(() => {
  begun = [];
  ends = new Map();
});

/** Asks for a turn of work that lasts until it is ended by its name. */
function ask(turns: Turns, who: string, name: string): void {
  void turns.run(who, () => {
    begun.push(name);
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, resolve);
    return promise;
  });
}

test('so many run at once, one of each who asks, and whose turn is next goes round', async () => {
  const turns = new Turns(2);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) ask(turns, name.slice(0, 1), name);
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
    ends.get(name)?.();
    await settle();
  }
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('who asks alone has as many turns as each may, and others come in between', async () => {
  const turns = new Turns(2, 2);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) ask(turns, name.slice(0, 1), name);
  await settle();
  expect(begun).toEqual(['a1', 'a2']);
  ends.get('a1')?.();
  await settle();
  ends.get('a2')?.();
  await settle();
  expect(new Set(begun)).toEqual(new Set(['a1', 'a2', 'a3', 'b1']));
});

test('work that fails hands its turn on', async () => {
  const turns = new Turns(1);
  const failed = turns.run('a', () => Promise.reject(new Error('a fault')));
  ask(turns, 'b', 'b1');
  await expect(failed).rejects.toThrow('a fault');
  await settle();
  expect(begun).toEqual(['b1']);
});
