import { type Browser, chromium, type Page } from 'playwright';
import { startServer } from './bench-server.ts';

/** The factor by which the CPU is slowed down, to that of a slow laptop. */
export const CPU_THROTTLE = 4;

/** Script for the page: resolves with its clock once the last drawing is on the screen. */
export const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())))';

/** The application on a database, and a browser to look at it with; `cleanUp` ends both. */
export async function openApp(
  databaseUrl: string,
  cleanUp: AsyncDisposableStack,
): Promise<{ url: string; browser: Browser }> {
  const env = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' };
  const server = cleanUp.use(await startServer('../apps/server/src/main.ts', env));
  const executablePath = process.env.CHROMIUM_PATH;
  const args = ['--no-sandbox', '--disable-gpu'];
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

/** Opens /dashboard and waits for its rows. */
export async function openDashboard(page: Page, url: string, items: number): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.getByText(`${items} items`, { exact: true }).waitFor();
  await page.locator('tr[data-index]').first().waitFor();
}
