import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';

const SCRIPT = path.join(import.meta.dirname, '../../../public/push-worker.js');

/** Runs the worker's script in a browser that is made up, with these pages open. */
function startWorker(pages: object[]) {
  const handlers = new Map<string, (event: object) => void>();
  const shown = vi.fn(async () => {});
  const opened = vi.fn(async () => {});
  const self = {
    addEventListener: (name: string, handle: (event: object) => void) => handlers.set(name, handle),
    registration: { showNotification: shown },
    clients: { matchAll: async () => pages, openWindow: opened },
    location: { origin: 'https://anupalan.example.in' },
  };
  runInNewContext(readFileSync(SCRIPT, 'utf8'), { self, URL });
  const fire = async (name: string, event: object) => {
    const waits: Promise<unknown>[] = [];
    handlers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    await Promise.all(waits);
  };
  return { fire, shown, opened, handlers };
}

test('a push is shown under its tag', async () => {
  const { fire, shown, handlers } = startWorker([]);
  const push = { title: '3 obligations need attention', body: 'Open', tag: 'one', path: '/dashboard' };
  await fire('push', { data: { json: () => push } });
  expect(shown.mock.calls).toEqual([
    ['3 obligations need attention', { body: 'Open', tag: 'one', icon: '/icon-192.png', data: { path: '/dashboard' } }],
  ]);
  // It stands between no page and the server.
  expect([...handlers.keys()]).toEqual(['push', 'notificationclick']);
});

test('a click brings an open page to the front, otherwise opens one', async () => {
  const page = { focus: vi.fn(async () => {}) };
  const notification = { close: vi.fn(), data: { path: '/dashboard' } };
  const there = startWorker([page]);
  await there.fire('notificationclick', { notification });
  expect([page.focus.mock.calls.length, there.opened.mock.calls.length]).toEqual([1, 0]);
  const away = startWorker([]);
  await away.fire('notificationclick', { notification });
  expect(away.opened.mock.calls).toEqual([['https://anupalan.example.in/dashboard']]);
  expect(notification.close).toHaveBeenCalledTimes(2);
});
