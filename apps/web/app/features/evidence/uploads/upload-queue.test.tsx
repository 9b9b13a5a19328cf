import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api.ts';
import { UploadQueue } from './upload-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Sent = { name: string; signal: AbortSignal; progress: (percent: number) => void } & PromiseWithResolvers<string>;

/** A queue whose sending the test ends, in the order in which files went out. */
function open({ judge = () => null }: { judge?: (file: File) => string | null } = {}) {
  const sent: Sent[] = [];
  const done: string[] = [];
  const queue = new UploadQueue<string, string>({
    send: ({ name }, _, { signal, onProgress }) => {
      const one = { name, signal, progress: onProgress, ...Promise.withResolvers<string>() };
      signal.addEventListener('abort', () => one.reject(signal.reason));
      sent.push(one);
      return one.promise;
    },
    judge,
    onDone: (answer) => done.push(answer),
  });
  const leave = queue.subscribe(() => {});
  return { queue, sent, done, leave, states: () => queue.list().map(({ state }) => state) };
}

const file = (name: string) => new File(['x'], name);
const lost = () => new ApiError(0, 'Unable to connect');
const settle = () => vi.advanceTimersByTimeAsync(0);

test('two files are sent at once, and the next when one has arrived', async () => {
  const { queue, sent, done, states } = open();
  queue.add([file('a'), file('b'), file('c')], '');
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b']);
  sent[0]?.progress(40);
  expect(queue.list()[0]).toMatchObject({ state: 'sending', percent: 40 });
  sent[1]?.resolve('B');
  await settle();
  expect(sent.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  expect([states(), done]).toEqual([['sending', 'done', 'sending'], ['B']]);
});

test('after a broken connection a file is sent again by itself, three times, and then when it is asked for', async () => {
  const { queue, sent, states } = open();
  queue.add([file('a')], '');
  for (const pause of [1000, 4000, 15_000]) {
    sent.at(-1)?.reject(lost());
    await settle();
    expect(states()).toEqual(['interrupted']);
    await vi.advanceTimersByTimeAsync(pause);
    expect(states()).toEqual(['sending']);
  }
  sent.at(-1)?.reject(lost());
  await settle();
  expect(queue.list()).toMatchObject([{ state: 'failed', message: 'Unable to connect', canRetry: true }]);
  expect(sent).toHaveLength(4);
  queue.retry(queue.list()[0]?.key ?? '');
  sent.at(-1)?.resolve('A');
  await settle();
  expect(states()).toEqual(['done']);
});

test('what waits for a connection is sent as soon as the browser is online again', async () => {
  const { queue, sent, states } = open();
  queue.add([file('a')], '');
  sent[0]?.reject(lost());
  await settle();
  window.dispatchEvent(new Event('online'));
  expect([states(), sent.length]).toEqual([['sending'], 2]);
  await vi.advanceTimersByTimeAsync(60_000 - 1);
  expect(sent).toHaveLength(2);
});

test('a connection that stands still for a minute counts as broken', async () => {
  const { queue, sent, states } = open();
  queue.add([file('a')], '');
  await vi.advanceTimersByTimeAsync(50_000);
  sent[0]?.progress(10);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(states()).toEqual(['sending']);
  await vi.advanceTimersByTimeAsync(1000);
  expect([states(), sent[0]?.signal.aborted]).toEqual([['interrupted'], true]);
});

test.each([
  [new ApiError(400, 'The file is empty'), false],
  [new ApiError(413, 'At most 25 MB'), false],
  [new ApiError(409, 'Ten files at most'), false],
])('what the server refuses is not sent again: %s', async (error, canRetry) => {
  const { queue, sent } = open();
  queue.add([file('a'), file('b'), file('c')], '');
  sent[0]?.reject(error);
  await settle();
  expect(queue.list()[0]).toMatchObject({ state: 'failed', message: error.message, canRetry });
  expect(sent).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toHaveLength(3);
});

test('what can be seen to be wrong is never sent', () => {
  const { queue, sent } = open({ judge: ({ name }) => (name === 'b' ? 'The file is empty' : null) });
  queue.add([file('a'), file('b')], '');
  expect(sent).toHaveLength(1);
  expect(queue.list()[1]).toMatchObject({ state: 'failed', message: 'The file is empty', canRetry: false });
});

test('a file that is taken away is no longer sent, and neither is one that waits; the next takes its place', async () => {
  const { queue, sent, done } = open();
  queue.add([file('a'), file('b'), file('c')], '');
  queue.remove(queue.list()[0]?.key ?? '');
  await settle();
  expect([sent[0]?.signal.aborted, sent.map(({ name }) => name)]).toEqual([true, ['a', 'b', 'c']]);
  sent[1]?.reject(lost());
  await settle();
  queue.clear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([queue.list(), sent.length, done]).toEqual([[], 3, []]);
});
