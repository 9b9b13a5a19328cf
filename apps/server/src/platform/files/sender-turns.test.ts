import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SenderTurns } from './sender-turns.ts';
import { UsedTime } from './used-time.ts';

const never = new AbortController().signal;

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Work that takes so many milliseconds, and is noted when it begins. */
function working(turns: SenderTurns, begun: string[]) {
  return (sender: string | string[], name: string, ms: number) =>
    turns.run(sender, never, async () => {
      begun.push(name);
      vi.advanceTimersByTime(ms);
      await Promise.resolve();
    });
}

test('a sender who has used their time waits behind the others, also those who come later', async () => {
  const begun: string[] = [];
  const work = working(new SenderTurns(), begun);
  await work('busy', 'first', 1_000);
  await work('some', 'some', 100);
  const running = work('other', 'running', 10);
  await Promise.all([running, work('busy', 'busy', 10), work('some', 'some again', 10), work('new', 'new', 10)]);
  expect(begun).toEqual(['first', 'some', 'running', 'new', 'some again', 'busy']);
});

test('work is waited for by others who used less time alone', async () => {
  const turns = new SenderTurns();
  await turns.run('busy', never, async () => void vi.advanceTimersByTime(1_000));
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = turns.run('running', never, () => promise);
  const waiting = [turns.run('busy', never, async () => {}), turns.run('running', never, async () => {})];
  expect([turns.isWaitedForByOthers(['running'], 500), turns.isWaitedForByOthers(['running'], 1_500)]).toEqual([
    ...[false, true],
  ]);
  resolve();
  await Promise.all([running, ...waiting]);
});

test('the time of a stranger counts under each of their networks', async () => {
  const begun: string[] = [];
  const work = working(new SenderTurns(), begun);
  await work(['a:1::/64', 'a::/48'], 'first', 1_000);
  const running = work('other', 'running', 10);
  await Promise.all([running, work(['a:2::/64', 'a::/48'], 'neighbour', 10), work(['b:1::/64', 'b::/48'], 'new', 10)]);
  expect(begun).toEqual(['first', 'running', 'new', 'neighbour']);
});

test('used time is forgiven, and those of whom nothing is left are forgotten', () => {
  let now = 0;
  const used = new UsedTime(() => now);
  used.add(['a'], 1_000);
  now = 5_000;
  expect(used.of(['a'])).toBe(500);
  expect(used.of(['a', 'b'])).toBe(500);
  now = 20_000;
  expect(used.of(['a'])).toBe(0);
  for (let n = 0; n < 1_000; n++) used.add([`sender ${n}`], 1);
  expect(used.size).toBe(1_000);
});

test('what goes before is waited for, but not for long', async () => {
  const people = new SenderTurns();
  const strangers = new SenderTurns(people);
  const begun: string[] = [];
  const endless = Promise.withResolvers<void>();
  const person = people.run('Asha', never, () => endless.promise);
  const stranger = strangers.run('stranger', never, async () => void begun.push('stranger'));
  await vi.advanceTimersByTimeAsync(1_900);
  expect(begun).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(begun).toEqual(['stranger']);
  await stranger;
  const next = strangers.run('stranger', never, async () => void begun.push('next'));
  await vi.advanceTimersByTimeAsync(100);
  endless.resolve();
  await Promise.all([person, next]);
  expect(begun).toEqual(['stranger', 'next']);
});

test('work whose time is over while it waits never begins', async () => {
  const people = new SenderTurns();
  const strangers = new SenderTurns(people);
  const endless = Promise.withResolvers<void>();
  const person = people.run('Asha', never, () => endless.promise);
  const over = new AbortController();
  const begin = vi.fn(async () => {});
  const waiting = [strangers.run('one', over.signal, begin), strangers.run('two', over.signal, begin)];
  over.abort(new Error('over'));
  for (const one of waiting) await expect(one).rejects.toThrow('over');
  expect(begin).not.toHaveBeenCalled();
  endless.resolve();
  await person;
  await strangers.run('three', never, begin);
  expect(begin).toHaveBeenCalledOnce();
});
