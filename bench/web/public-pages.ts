import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright';
import { type BenchPostgres, type Figure, measure, type Turn } from '../figure.ts';
import { CPU_THROTTLE, openApp } from './browser.ts';

const PAGES = ['/', '/plans', '/terms'];

const TURNS = 5;

/** A slow phone network: 150 ms there and back, 1.6 Mbit/s down, 0.75 Mbit/s up. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

/** Script for the page: milliseconds until its largest part was painted, and by how much its parts moved. */
const READ_PAINT = `(async () => {
  const list = (type) => new Promise((resolve) => {
    new PerformanceObserver((entries) => resolve(entries.getEntries())).observe({ type, buffered: true });
    setTimeout(resolve, 500, []);
  });
  const shifts = await list('layout-shift');
  return {
    paintMs: (await list('largest-contentful-paint')).at(-1)?.startTime ?? NaN,
    moved: shifts.reduce((sum, { value }) => sum + value, 0),
  };
})()`;

/** Script for the page: its words, as little HTML as shows them. */
const WRITE_BARE = `'<!doctype html><meta name="viewport" content="width=device-width"><title>Bare</title>'
  + document.body.innerText.split(/\\n+/).map((line) => '<p>' + line.replaceAll('<', '&lt;') + '</p>').join('')`;

interface Showing {
  readonly paintMs: number;
  readonly moved: number;
  readonly requests: number;
  /** What was sent in all, with headers. */
  readonly sentBytes: number;
  /** Scripts as they were sent, and those in the page in Brotli. */
  readonly scriptBytes: number;
}

/** Measures public pages for a visitor on a slow phone, each against a bare page with the same words. */
export async function measurePublicPages(postgres: BenchPostgres): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const { url, browser } = await openApp(postgres.databaseUrl, cleanUp);
  const figures: Figure[] = [];
  for (const address of PAGES) {
    const floor = await serveBarePage(await writeBarePage(browser, url + address), cleanUp);
    const turns: Turn<Showing>[] = [];
    for (let turn = 0; turn <= TURNS; turn++) {
      const shown = { target: await show(browser, url + address), floor: await show(browser, floor) };
      if (turn > 0) turns.push(shown);
    }
    const less = { more: false };
    figures.push({
      target: `${address} for a visitor on slow 4G and a CPU ${CPU_THROTTLE} times slower`,
      floor: 'a bare page with the same words',
      measures: [
        measure('ms until the largest part is painted', turns, ({ paintMs }) => paintMs, less),
        measure('KB of script', turns, ({ scriptBytes }) => scriptBytes / 1_000, less),
        measure('KB in all', turns, ({ sentBytes }) => sentBytes / 1_000, less),
        measure('requests', turns, ({ requests }) => requests, less),
        measure('layout shift', turns, ({ moved }) => moved, less),
      ],
    });
  }
  return figures;
}

/** Shows a page to a visitor for the first time. */
async function show(browser: Browser, url: string): Promise<Showing> {
  return onPhone(browser, async (page, devtools) => {
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE });
    const types = new Map<string, string>();
    const sent = { all: 0, script: 0 };
    devtools.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      sent.all += encodedDataLength;
      if (types.get(requestId) === 'Script') sent.script += encodedDataLength;
    });
    const answer = await page.goto(url, { waitUntil: 'networkidle' });
    const inline = [...((await answer?.text()) ?? '').matchAll(/<script[^>]*>[\s\S]*?<\/script>/g)].join('');
    const paint = await page.evaluate<Pick<Showing, 'paintMs' | 'moved'>>(READ_PAINT);
    return {
      ...paint,
      requests: types.size,
      sentBytes: sent.all,
      scriptBytes: sent.script + (inline === '' ? 0 : brotliCompressSync(inline).length),
    };
  });
}

function writeBarePage(browser: Browser, url: string): Promise<string> {
  return onPhone(browser, async (page) => {
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate<string>(WRITE_BARE);
  });
}

/** @returns its address */
async function serveBarePage(html: string, cleanUp: AsyncDisposableStack): Promise<string> {
  const body = brotliCompressSync(html);
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'br',
    'Content-Length': body.length,
  };
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanUp.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
}

/** Works in a browser profile of its own, which has kept nothing. */
async function onPhone<T>(browser: Browser, work: (page: Page, devtools: CDPSession) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    return await work(page, devtools);
  } finally {
    await context.close();
  }
}
