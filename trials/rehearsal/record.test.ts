import { expect, test } from 'vitest';
import { type Call, findInterruptions, findLongestSilence } from './record.ts';

const call = (begunAt: number, endedAt: number, outcome: Call['outcome'] = 'done', kind = 'read'): Call => ({
  kind,
  begunAt,
  endedAt,
  outcome,
});

test('an interruption is from the first failure to the next answer, and as long as nobody is answered', () => {
  const calls = [
    call(0, 10),
    call(100, 140, 'broken'),
    call(90, 130),
    call(150, 400, 'refused'),
    call(300, 420),
    call(410, 700, 'refused'),
    call(710, 730),
    call(120, 125, 'done', 'write'),
  ];
  expect(findInterruptions(calls, 50, 800)).toEqual([
    { kind: 'read', calls: 6, refused: 2, broken: 1, untilSuccess: 280, silence: 310, slowest: 120 },
    { kind: 'write', calls: 1, refused: 0, broken: 0, untilSuccess: null, silence: 675, slowest: 5 },
  ]);
});

test('what never came back has no success', () => {
  expect(findInterruptions([call(0, 5), call(10, 20, 'broken')], 0, 100)).toMatchObject([
    { calls: 2, broken: 1, untilSuccess: null, silence: 95 },
  ]);
});

test('the longest silence counts from the beginning and to the end', () => {
  expect(findLongestSilence([5, 40, 10, 200], 0, 100)).toBe(60);
  expect(findLongestSilence([], 0, 100)).toBe(100);
  expect(findLongestSilence([30, 99], 0, 100)).toBe(69);
});
