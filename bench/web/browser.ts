import { type Browser, chromium, type Page } from 'playwright';
import { startServer } from '../bench-server.ts';
import { WITHOUT_FEATURES } from './browser-features.ts';

/** The factor by which the CPU is slowed down, to that of a slow laptop. */
export const CPU_THROTTLE = 4;

/** Script for the page: resolves with its clock once the last drawing is on the screen. */
export const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())))';

/**
 * Script of every page: `rowsAt` resolves with the page's clock once the table's first rows are on the screen, at the
 * cost of one look a frame; `longTasks` and `presses` are what the browser itself measures (milliseconds).
 */
const WATCH_PAGE = `
  window.rowsAt = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('tr[data-index]')) requestAnimationFrame(() => resolve(performance.now()));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  window.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
  window.presses = [];
  new PerformanceObserver((list) => presses.push(...list.getEntries().filter((event) => event.interactionId > 0)))
    .observe({ type: 'event', durationThreshold: 16 });
`;

/** Script for the page: the milliseconds of the longest task that began after the first paint; 50 are none. */
const LONGEST_TASK = `Math.max(50, ...longTasks
  .filter(({ startTime }) => startTime > (performance.getEntriesByName('first-paint')[0]?.startTime ?? 0))
  .map(({ duration }) => duration))`;

/** Time in ms in which a page has come to rest after its rows or a press. */
const REST_MS = 3_000;

/** The application on a database, and a browser to look at it with; `cleanUp` ends both. */
export async function openApp(
  databaseUrl: string,
  cleanUp: AsyncDisposableStack,
): Promise<{ url: string; browser: Browser }> {
  const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' };
  const server = cleanUp.use(await startServer('../apps/server/src/main.ts', env));
  const executablePath = process.env.CHROMIUM_PATH;
  const args = ['--no-sandbox', '--disable-gpu', WITHOUT_FEATURES];
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
  cleanUp.defer(() => browser.close());
  return { url: `http://127.0.0.1:${server.port}`, browser };
}

/** The milliseconds until something was on the screen, and those that it kept the page's thread busy. */
export interface Showing {
  readonly milliseconds: number;
  readonly busyMs: number;
}

/** The work of a page's thread. */
export interface Thread {
  /** @returns milliseconds of CPU time since the page opened */
  busyMs(): Promise<number>;
}

interface Options {
  /** The bearer token of who is signed in; without one it is a visitor. */
  readonly token?: string;
  /** The factor by which the CPU is slowed down. */
  readonly throttle: number;
}

/**
 * Opens a page in a browser profile of its own, so that nothing is kept from the turn before but what the server
 * compiled.
 */
export async function onNewPage<T>(
  browser: Browser,
  { token, throttle }: Options,
  work: (page: Page, thread: Thread) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    if (token) await context.addInitScript((value) => localStorage.setItem('token', value), token);
    await context.addInitScript(WATCH_PAGE);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' }); // what else runs doesn't count
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    const busyMs = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
    };
    return await work(page, { busyMs });
  } finally {
    await context.close();
  }
}

/** Opens /dashboard. @returns milliseconds from the start of the navigation until the rows were there */
export async function openDashboard(page: Page, url: string, items: number): Promise<number> {
  await page.goto(`${url}/dashboard`);
  const milliseconds = await page.evaluate<number>('rowsAt');
  await page.getByText(`${items} items`, { exact: true }).first().waitFor();
  return milliseconds;
}

/** @returns milliseconds of the longest task between the first paint and rest */
export async function readLongestTask(page: Page): Promise<number> {
  await page.waitForTimeout(REST_MS);
  return page.evaluate<number>(LONGEST_TASK);
}

/**
 * Presses something. @returns milliseconds until the browser painted what follows, as it measures them itself for the
 * interaction to next paint, in steps of 8; 16 are the least it tells of
 */
export async function timePress(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate('presses.length = 0');
  await press();
  await page.waitForTimeout(400);
  return page.evaluate<number>('Math.max(16, ...presses.map(({ duration }) => duration))');
}
