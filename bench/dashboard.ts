import type { Browser, Page } from 'playwright';
import { CPU_THROTTLE, NEXT_FRAME, onNewPage, openApp, openDashboard, type Showing } from './browser.ts';
import { type BenchPostgres, type Figure, measure, type Turn } from './figure.ts';
import { seedManyAndFew } from './many-and-few.ts';

const MANY = 1_000;
const FEW = 10;
const TURNS = 5;

/** Script for the page: draws a bare table, the least that shows anything of the answer. */
const DRAW_BARE_TABLE = `(async () => {
  const headers = { Authorization: 'Bearer ' + localStorage.getItem('token') };
  const { data } = await (await fetch('/api/compliance/data', { headers })).json();
  const table = document.body.appendChild(document.createElement('table'));
  for (const item of data.slice(0, 20)) {
    const row = table.insertRow();
    for (const value of [item.srNo, item.title, item.dueDate.date, item.statusHistory.at(-1)?.current]) {
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

  const showMany = () => show(browser, tokens.many, (page) => showDashboard(page, url, MANY));
  const floors = {
    [`the same with ${FEW} items`]: () => show(browser, tokens.few, (page) => showDashboard(page, url, FEW)),
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

type Show = () => Promise<Showing>;

async function compare(target: string, showTarget: Show, floor: string, showFloor: Show): Promise<Figure> {
  const turns: Turn<Showing>[] = [];
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
    ],
  };
}

/** Shows a page to somebody for the first time. */
async function show(browser: Browser, token: string, open: (page: Page) => Promise<number>): Promise<Showing> {
  return onNewPage(browser, { token, throttle: CPU_THROTTLE }, async (page, thread) => ({
    milliseconds: await open(page),
    busyMs: await thread.busyMs(),
  }));
}

/** @returns milliseconds from the start of the navigation */
async function showDashboard(page: Page, url: string, items: number): Promise<number> {
  await openDashboard(page, url, items);
  return page.evaluate<number>(NEXT_FRAME);
}

async function showBareTable(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/api/health/live`);
  await page.evaluate(DRAW_BARE_TABLE);
  return page.evaluate<number>(NEXT_FRAME);
}
