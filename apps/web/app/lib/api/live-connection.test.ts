import { LIVE_BEAT_MS } from '@anupalan/contract/live';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type LiveNews, pauseAfter, stayConnected } from './live-connection.ts';

let leaving: AbortController;
let hurry: EventTarget;
let news: LiveNews[];
/** Streams that were opened, for the test to write to. */
let streams: ReadableStreamDefaultController<Uint8Array>[];
const removeItem = vi.fn();
const fetched = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', { getItem: () => 'a-token', removeItem });
  vi.stubGlobal(
    'fetch',
    fetched.mockImplementation(async (_, { signal }) => new Response(openStream(signal))),
  );
  leaving = new AbortController();
  hurry = new EventTarget();
  news = [];
  streams = [];
  stayConnected((heard) => news.push(heard), { signal: leaving.signal, hurry });
});

afterEach(() => {
  leaving.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  fetched.mockReset();
});

test('hears events, in whatever pieces they come, and none that it does not know', async () => {
  await send(
    ':\n\nda',
    'ta: {"kind":"tra',
    'cker"}\n\ndata: {"kind":"unheard of"}\n\ndata: oops\n\ndata: {"kind":"users"}\n\n',
  );
  expect(news).toEqual([{ type: 'opened' }, { type: 'changed', kind: 'tracker' }, { type: 'changed', kind: 'users' }]);
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/live');
  expect(fetched.mock.calls[0]?.[1].headers.get('authorization')).toBe('Bearer a-token');
});

test('comes back when the server ends the stream', async () => {
  await vi.advanceTimersByTimeAsync(0);
  streams[0]?.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(news).toEqual([{ type: 'opened' }, { type: 'lost' }, { type: 'opened' }]);
});

test('waits longer each time it fails, unless told to hurry', async () => {
  await vi.advanceTimersByTimeAsync(0);
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  streams[0]?.close();
  await vi.advanceTimersByTimeAsync(60_000);
  const before = fetched.mock.calls.length;
  expect(before).toBeLessThan(10);
  hurry.dispatchEvent(new Event('hurry'));
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveBeenCalledTimes(before + 1);
  expect(removeItem).not.toHaveBeenCalled();
});

test('takes a silent connection for a broken one, and beats for life', async () => {
  await vi.advanceTimersByTimeAsync(2 * LIVE_BEAT_MS);
  await send(':\n\n');
  await vi.advanceTimersByTimeAsync(2 * LIVE_BEAT_MS);
  expect(news).toEqual([{ type: 'opened' }]);
  await vi.advanceTimersByTimeAsync(LIVE_BEAT_MS);
  expect(news).toEqual([{ type: 'opened' }, { type: 'lost' }, { type: 'opened' }]);
});

test('a refused token ends the session', async () => {
  await vi.advanceTimersByTimeAsync(0);
  fetched.mockResolvedValue(Response.json({ status: 'error', message: 'Please sign in to continue' }, { status: 401 }));
  streams[0]?.close();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(removeItem).toHaveBeenCalledWith('token');
});

test('hears nothing after it was stopped', async () => {
  await vi.advanceTimersByTimeAsync(0);
  leaving.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(news).toEqual([{ type: 'opened' }]);
  expect(fetched).toHaveBeenCalledOnce();
});

test('pauses double up to half a minute and are never the same for all', () => {
  expect([0, 1, 2, 9].map((failures) => pauseAfter(failures, 1))).toEqual([1_000, 2_000, 4_000, 30_000]);
  expect(pauseAfter(0, 0)).toBe(500);
});

function openStream(signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      streams.push(controller);
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
}

async function send(...pieces: string[]): Promise<void> {
  for (const piece of pieces) {
    await vi.advanceTimersByTimeAsync(0);
    streams.at(-1)?.enqueue(new TextEncoder().encode(piece));
  }
  await vi.advanceTimersByTimeAsync(0);
}
