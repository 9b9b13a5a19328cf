import type { Browser, Page } from 'playwright';
import { type BenchPostgres, type Figure, measure, type Turn } from '../figure.ts';
import {
  CPU_THROTTLE,
  NEXT_FRAME,
  onNewPage,
  openApp,
  openDashboard,
  readLongestTask,
  type Showing,
} from './browser.ts';
import { seedManyAndFew } from './many-and-few.ts';

const MANY = 1_000;
const FEW = 10;
const TURNS = 5;

/** Script for the page: draws a bare table, the least that shows anything of the answer that the screens ask for. */
const DRAW_BARE_TABLE = `(async () => {
  const headers = { Authorization: 'Bearer ' + localStorage.getItem('token') };
  const { data } = await (await fetch('/api/compliance/data', { headers })).json();
  const table = document.body.appendChild(document.createElement('table'));
  for (const item of data.slice(0, 20)) {
    const row = table.insertRow();
    const [record] = item.statusHistory.at(-1)?.history ?? [];
    for (const value of [item.srNo, item.title, item.dueDate.date, record?.status]) {
      row.insertCell().textContent = String(value);
    }
  }
})()`;

/**
 * Measures /dashboard with 1,000 items, against the same with 10 and against a bare page that draws the same answer.
 */
export async function measureDashboard(postgres: BenchPostgres): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const tokens = await seedManyAndFew(postgres.database, { many: MANY, few: FEW });
  const { url, browser } = await openApp(postgres.databaseUrl, cleanUp);

  const showMany = () => show(browser, tokens.many, (page) => openDashboard(page, url, MANY));
  const floors = {
    [`the same with ${FEW} items`]: () => show(browser, tokens.few, (page) => openDashboard(page, url, FEW)),
    'a bare page that reads the same answer and draws the first rows of it': () =>
      show(browser, tokens.many, (page) => showBareTable(page, url)),
  };
  const figures: Figure[] = [];
  for (const [floor, showFloor] of Object.entries(floors)) {
    figures.push(
      await compare(`/dashboard with ${MANY} items on a CPU ${CPU_THROTTLE} times slower`, showMany, floor, showFloor),
    );
  }
  return figures;
}

/** A showing with the milliseconds of its longest task after the first paint. */
interface FirstShowing extends Showing {
  readonly longestTaskMs: number;
}

type Show = () => Promise<FirstShowing>;

async function compare(target: string, showTarget: Show, floor: string, showFloor: Show): Promise<Figure> {
  const turns: Turn<FirstShowing>[] = [];
  for (let turn = 0; turn <= TURNS; turn++) {
    const shown = { target: await showTarget(), floor: await showFloor() };
    if (turn > 0) turns.push(shown);
  }
  return {
    target,
    floor,
    measures: [
      measure('ms until the rows are there', turns, ({ milliseconds }) => milliseconds, { more: false }),
      measure('ms the page was busy', turns, ({ busyMs }) => busyMs, { more: false }),
      measure('ms of the longest task after the first paint', turns, ({ longestTaskMs }) => longestTaskMs, {
        more: false,
      }),
    ],
  };
}

/** Shows a page to somebody for the first time. */
async function show(browser: Browser, token: string, open: (page: Page) => Promise<number>): Promise<FirstShowing> {
  return onNewPage(browser, { token, throttle: CPU_THROTTLE }, async (page, thread) => {
    const milliseconds = await open(page);
    const busyMs = await thread.busyMs();
    return { milliseconds, busyMs, longestTaskMs: await readLongestTask(page) };
  });
}

/** @returns milliseconds from the start of the navigation */
async function showBareTable(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/api/health/live`);
  await page.evaluate(DRAW_BARE_TABLE);
  return page.evaluate<number>(NEXT_FRAME);
}
