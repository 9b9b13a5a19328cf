import { LiveKind } from '@anupalan/contract/live';
import { z } from 'zod';
import { type LiveNews, stayConnected } from './live-connection.ts';

/** Messages between tabs: the news of the tab that is connected, and 'hurry' from a tab that somebody looks at. */
const TabMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changed'), kind: LiveKind, company: z.string().optional() }),
  z.object({ type: z.literal('opened') }),
  z.object({ type: z.literal('lost') }),
  z.object({ type: z.literal('hurry') }),
]);

/**
 * Live updates over one connection for all tabs that use the same `name` (R-api-17). The tab that holds the lock of
 * that name listens for the others; when it closes, the next in line takes over. @returns the function that stops it.
 */
export function hearLiveUpdates(name: string, hear: (news: LiveNews) => void): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const hurry = new EventTarget();
  const hurryUp = () => hurry.dispatchEvent(new Event('hurry'));
  window.addEventListener('online', hurryUp, { signal });
  if (canShare()) shareConnection({ name, hear, hurry, hurryUp, signal });
  else connectWhileShown(hear, { signal, hurry });
  return () => leaving.abort();
}

/** Locks exist in secure contexts only, so not on plain http from another machine. */
function canShare(): boolean {
  return 'locks' in navigator && 'BroadcastChannel' in window;
}

interface Sharing {
  name: string;
  hear: (news: LiveNews) => void;
  hurry: EventTarget;
  hurryUp: () => void;
  signal: AbortSignal;
}

function shareConnection({ name, hear, hurry, hurryUp, signal }: Sharing): void {
  const others = new BroadcastChannel(name);
  signal.addEventListener('abort', () => others.close());
  others.addEventListener('message', ({ data }) => {
    const message = TabMessage.safeParse(data);
    if (!message.success) return;
    if (message.data.type === 'hurry') hurryUp();
    else hear(message.data);
  });
  const hurryAll = () => {
    if (!isShown()) return;
    hurryUp();
    others.postMessage({ type: 'hurry' });
  };
  document.addEventListener('visibilitychange', hurryAll, { signal });
  const hearForAll = (news: LiveNews) => {
    hear(news);
    if (!signal.aborted) others.postMessage(news);
  };
  navigator.locks
    .request(name, { signal }, () => stayConnected(hearForAll, { signal, hurry }))
    .catch((error: unknown) => {
      // Aborting a tab that still waits for the lock rejects its request.
      if (!signal.aborted) throw error;
    });
}

/**
 * Without locks each visible tab has a connection of its own and hidden ones have none, as a browser has few for one
 * server.
 */
function connectWhileShown(
  hear: (news: LiveNews) => void,
  { signal, hurry }: { signal: AbortSignal; hurry: EventTarget },
): void {
  let shown = new AbortController();
  const follow = () => {
    shown.abort();
    if (signal.aborted || !isShown()) return;
    shown = new AbortController();
    stayConnected(hear, { signal: shown.signal, hurry });
  };
  follow();
  document.addEventListener('visibilitychange', follow, { signal });
  signal.addEventListener('abort', follow);
}

function isShown(): boolean {
  return document.visibilityState !== 'hidden';
}
