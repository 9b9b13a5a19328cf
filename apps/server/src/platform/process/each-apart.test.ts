import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachApart } from './each-apart.ts';

/** Works on numbers, of which some fail. */
async function work(all: readonly number[], failing: ReadonlySet<number>) {
  const done: number[] = [];
  const named: unknown[] = [];
  let tries = 0;
  const left = await eachApart(
    all,
    async (some) => {
      tries += 1;
      for (const one of some) if (failing.has(one)) throw new RangeError(`${one} can't be read`);
      done.push(...some);
    },
    { doing: 'counting', log: { error: (fields: unknown) => void named.push(fields) }, name: (one) => ({ one }) },
  );
  return { done, left, named, tries };
}

test('what fails is left out and named, and all others are worked on once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(1_000), { maxLength: 60 }), fc.func(fc.boolean()), async (all, fails) => {
      const failing = new Set(all.filter(fails));
      const { done, left, named } = await work(all, failing);
      expect(left).toEqual(all.filter((one) => failing.has(one)));
      expect(done).toEqual(all.filter((one) => !failing.has(one)));
      expect(named).toEqual(left.map((one) => ({ one, err: expect.any(RangeError) })));
    }),
  );
});

test('one among five hundred is found in a few tries, and without a fault there is one', async () => {
  const all = Array.from({ length: 500 }, (_, n) => n);
  expect((await work(all, new Set())).tries).toBe(1);
  expect((await work(all, new Set([123]))).tries).toBeLessThanOrEqual(2 * 9 + 1);
});

test('a database that is away is no fault of any of them', async () => {
  const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  let tries = 0;
  const given = { doing: 'counting', log: { error: () => expect.fail('named') }, name: (one: number) => ({ one }) };
  const fail = () => {
    tries += 1;
    return Promise.reject(away);
  };
  const all = eachApart([1, 2, 3], fail, given);
  await expect(all).rejects.toBe(away);
  expect(tries).toBe(1);
});

test.each([
  ['a statement that took longer than it may', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ['an answer that took longer than it may', new Error('Query read timeout')],
])('%s is a fault of the one that it is about', async (_, slow) => {
  const named: unknown[] = [];
  const log = { error: (fields: unknown) => void named.push(fields) };
  const fail = async (some: readonly number[]) => {
    if (some.includes(2)) throw slow;
  };
  expect(await eachApart([1, 2, 3], fail, { doing: 'counting', log, name: (one) => ({ one }) })).toEqual([2]);
  expect(named).toEqual([{ one: 2, err: slow }]);
});
