import type { Browser, Page } from 'playwright';
import type { Database } from '../../apps/server/src/platform/postgres/database.ts';
import { type BenchPostgres, type Figure, measure, type Turn } from '../figure.ts';
import { onNewPage, openApp, openDashboard, type Showing } from './browser.ts';
import { seedManyAndFew } from './many-and-few.ts';

/** Monthly items of a company with two sites: 2,736 occurrences a year. */
const MANY = 228;
const FEW = 10;
const TURNS = 3;
/** Steps of a turn, each to a month that it has not shown yet. */
const MONTHS_ON = 8;

/** Script for the page: resolves with the milliseconds from the press to the frame that shows the next month's days. */
const GO_TO_NEXT_MONTH = `new Promise((resolve) => {
  const begin = performance.now();
  const shown = () => document.querySelector('button[aria-pressed="true"][aria-label*=" 20"]').getAttribute('aria-label');
  const before = shown();
  document.querySelector('[aria-label="Next month"]').click();
  const look = () => {
    if (shown() === before) return requestAnimationFrame(look);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve(performance.now() - begin);
    channel.port2.postMessage(null);
  };
  requestAnimationFrame(look);
})`;

/**
 * Measures going from month to month with everything of a company with two sites, against the same calendar with little
 * in it.
 */
export async function measureCalendar(postgres: BenchPostgres): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const tokens = await seedManyAndFew(postgres.database, { many: MANY, few: FEW });
  await fallDueEachMonth(postgres.database);
  const { url, browser } = await openApp(postgres.databaseUrl, cleanUp);

  const turns: Turn<Showing>[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const target = await goThroughMonths(browser, tokens.many, url, MANY);
    const floor = await goThroughMonths(browser, tokens.few, url, FEW);
    for (const [index, step] of target.entries()) {
      const ofFloor = floor[index];
      if (ofFloor) turns.push({ target: step, floor: ofFloor });
    }
  }
  return [
    {
      target: `the next month of the calendar, ${MANY * 12} occurrences a year`,
      floor: `the same with ${FEW * 12} a year`,
      measures: [
        measure('ms until the month is there', turns, ({ milliseconds }) => milliseconds, { more: false }),
        measure('ms the page was busy', turns, ({ busyMs }) => busyMs, { more: false }),
      ],
    },
  ];
}

function goThroughMonths(browser: Browser, token: string, url: string, items: number): Promise<Showing[]> {
  return onNewPage(browser, { token, throttle: 1 }, async (page, thread) => {
    await openDashboard(page, url, items);
    await page.getByRole('button', { name: 'Next month' }).waitFor();
    const steps: Showing[] = [];
    for (let month = 0; month <= MONTHS_ON; month++) {
      await settle(page);
      const before = await thread.busyMs();
      const milliseconds = await page.evaluate<number>(GO_TO_NEXT_MONTH);
      steps.push({ milliseconds, busyMs: (await thread.busyMs()) - before });
    }
    return steps.slice(1); // the first compiles what the others use
  });
}

/** Waits until the page is at rest, as between two presses of a person. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(400);
}

/** Makes all items monthly, spread over the days of a month. */
async function fallDueEachMonth({ pool }: Database): Promise<void> {
  await pool.query(
    `update compliance_items
     set frequency = 'monthly', due_date = date '2026-01-01' + (abs(hashtext(id::text)) % 28)`,
  );
}
