import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { EncodedAnswer, KeptAnswers } from './kept-answers.ts';

const KILOBYTE = 1024;

/** An answer that no compression makes smaller. */
const encode = (bytes: number) => EncodedAnswer.encode(Buffer.from(randomBytes(bytes / 2).toString('hex')), 'identity');

test('what is kept stays within its bytes, and what was used longest ago makes room', async () => {
  const kept = new KeptAnswers(40 * KILOBYTE);
  const answers = await Promise.all(Array.from({ length: 3 }, () => encode(10 * KILOBYTE)));
  for (const [n, answer] of answers.entries()) kept.keep(`${n}`, answer);
  expect(kept.find('0')).toBe(answers[0]);
  kept.keep('3', await encode(10 * KILOBYTE));
  expect(kept.find('1')).toBeUndefined();
  expect(kept.find('0')).toBe(answers[0]);
  for (let n = 4; n < 1_000; n++) {
    kept.keep(`${n}`, await encode(KILOBYTE));
    expect(kept.bytes).toBeLessThanOrEqual(40 * KILOBYTE);
  }
});

test('an answer larger than all the room is not kept and drives nothing out', async () => {
  const kept = new KeptAnswers(40 * KILOBYTE);
  const small = await encode(KILOBYTE);
  kept.keep('small', small);
  kept.keep('large', await encode(50 * KILOBYTE));
  expect([kept.find('small'), kept.find('large')]).toEqual([small, undefined]);
});

test('one answer takes no more than a small part of the room', async () => {
  const kept = new KeptAnswers();
  kept.keep('large', await encode(5_000 * KILOBYTE));
  kept.keep('usual', await encode(1_000 * KILOBYTE));
  expect([kept.find('large') === undefined, kept.find('usual') === undefined]).toEqual([true, false]);
});

test('nothing is in memory for longer than its time, although nobody asks', async () => {
  const kept = new KeptAnswers(undefined, 10);
  kept.keep('a', await encode(KILOBYTE));
  expect(kept.bytes).toBeGreaterThan(0);
  await vi.waitFor(() => expect(kept.bytes).toBe(0));
});

test('the tag is of the content, however it is encoded', async () => {
  const [plain, compressed, other] = await Promise.all([
    EncodedAnswer.encode(Buffer.from('{"a":1}'), 'identity'),
    EncodedAnswer.encode(Buffer.from('{"a":1}'), 'br'),
    EncodedAnswer.encode(Buffer.from('{"a":2}'), 'br'),
  ]);
  expect(compressed.tag).toBe(plain.tag);
  expect(other.tag).not.toBe(plain.tag);
});

test('what many ask for at once is made once', async () => {
  const kept = new KeptAnswers();
  const answer = await encode(KILOBYTE);
  const { promise, resolve } = Promise.withResolvers<EncodedAnswer>();
  const make = vi.fn(() => promise);
  const asked = [kept.findOrMake('a', make), kept.findOrMake('a', make), kept.findOrMake('a', make)];
  resolve(answer);
  expect(await Promise.all(asked)).toEqual([answer, answer, answer]);
  expect(await kept.findOrMake('a', make)).toBe(answer);
  expect(make).toHaveBeenCalledOnce();
});

test('what can not be kept is made for everybody who asks', async () => {
  const kept = new KeptAnswers();
  let made = 0;
  const make = async () => ({ made: ++made });
  const asked = await Promise.all([kept.findOrMake('a', make), kept.findOrMake('a', make)]);
  expect(asked).toEqual([{ made: 1 }, { made: 2 }]);
  expect(kept.bytes).toBe(0);
});

test('a failure reaches all who wait, and nobody who asks later', async () => {
  const kept = new KeptAnswers();
  const answer = await encode(KILOBYTE);
  const fail = () => Promise.reject(new Error('away'));
  const asked = await Promise.allSettled([kept.findOrMake('a', fail), kept.findOrMake('a', fail)]);
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await kept.findOrMake('a', async () => answer)).toBe(answer);
});
