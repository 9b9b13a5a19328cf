import { LIVE_BEAT_MS, LiveEvent, type LiveKind, listenLive } from '@anupalan/contract/live';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { openStream } from './api.ts';

/**
 * News of the server: something changed; a connection opened, before which changes went unheard; the connection was
 * lost (R-api-16).
 */
export type LiveNews =
  | { type: 'changed'; kind: LiveKind /** Without one it is about all of them. */; company?: string | undefined }
  | { type: 'opened' }
  | { type: 'lost' };

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Silence after which a connection counts as broken: two and a half beats. */
const SILENCE_MS = 2.5 * LIVE_BEAT_MS;

/**
 * Connection to the server's events until `signal` aborts. A broken one is opened again after a growing pause, which a
 * `hurry` event cuts short.
 */
export async function stayConnected(
  hear: (news: LiveNews) => void,
  { signal, hurry }: { signal: AbortSignal; hurry: EventTarget },
): Promise<void> {
  let failures = 0;
  const hearAndCount = (news: LiveNews) => {
    failures = 0;
    hear(news);
  };
  while (!signal.aborted) {
    // Every error has the same cure, another try; an expired session has aborted `signal` by then.
    await connect(hearAndCount, signal).catch(() => {});
    if (signal.aborted) return;
    hear({ type: 'lost' });
    await pause(pauseAfter(failures), { signal, hurry });
    failures += 1;
  }
}

/**
 * Pause in ms after failures in a row, doubled each time and randomised, so that not all browsers come back at once.
 */
export function pauseAfter(failures: number, random = Math.random()): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + random / 2);
}

async function connect(hear: (news: LiveNews) => void, signal: AbortSignal): Promise<void> {
  const attempt = new AbortController();
  const giveUp = () => attempt.abort();
  signal.addEventListener('abort', giveUp, { signal: attempt.signal });
  let silence = setTimeout(giveUp, SILENCE_MS);
  const breakSilence = () => {
    clearTimeout(silence);
    silence = setTimeout(giveUp, SILENCE_MS);
  };
  try {
    const body = await openStream(listenLive, attempt.signal);
    hear({ type: 'opened' });
    const events = body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onComment: breakSilence, maxBufferSize: 10_000 }))
      .getReader();
    for (let next = await events.read(); !next.done; next = await events.read()) {
      breakSilence();
      const event = LiveEvent.safeParse(parseJson(next.value.data));
      // Newer servers may send kinds that this page doesn't know.
      if (event.success) hear({ type: 'changed', ...event.data });
    }
  } finally {
    clearTimeout(silence);
    giveUp();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pause(ms: number, { signal, hurry }: { signal: AbortSignal; hurry: EventTarget }): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end, { signal: over.signal });
    hurry.addEventListener('hurry', end, { signal: over.signal });
  });
}
