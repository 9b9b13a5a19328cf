import { type Browser, chromium, type Page } from 'playwright';
import type { Database } from '../apps/server/src/platform/database.ts';
import { startServer } from './bench-server.ts';
import { type Figure, type Ground, measure, type Turn } from './figure.ts';
import { loadItems } from './items.ts';
import { addViewer, recordMonths, signIn, type Viewer } from './viewers.ts';

const MANY = 1_000;
const FEW = 10;
const MONTHS = 8;
const TURNS = 5;

/** A slow laptop. */
const CPU_THROTTLE = 4;

/** Only the first few items are for all states. */
const STATE_OF_MOST = 'Kerala';
const STATE_OF_NONE = 'Goa';

/** Runs in the page: its clock once what was drawn is on the screen. */
const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())))';

/** Runs in the page: the least that shows anything of the answer. */
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

/** How long a page took until its rows were on the screen, and how long it kept its thread busy for that. */
interface Showing {
  readonly milliseconds: number;
  readonly busyMs: number;
}

/** /dashboard with 1,000 items, against the same with 10 and against a bare page that draws the same answer. */
export async function measureDashboard(ground: Ground): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const { many, few } = await seed(ground.database);
  const env = { DATABASE_URL: ground.databaseUrl, LOG_LEVEL: 'warn' };
  const server = cleanUp.use(await startServer('../apps/server/src/main.ts', env));
  const url = `http://127.0.0.1:${server.port}`;
  const browser = await launchBrowser();
  cleanUp.defer(() => browser.close());

  const tokens = { many: await signIn(ground.database, many), few: await signIn(ground.database, few) };
  const showMany = () => onNewPage(browser, tokens.many, (page) => showDashboard(page, url, MANY));
  const floors = {
    [`the same with ${FEW} items`]: () => onNewPage(browser, tokens.few, (page) => showDashboard(page, url, FEW)),
    'a bare page that reads the same answer and draws the first rows of it': () =>
      onNewPage(browser, tokens.many, (page) => showBareTable(page, url)),
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

/** In a browser profile of its own, so that nothing is kept from the turn before but what the server compiled. */
async function onNewPage(browser: Browser, token: string, show: (page: Page) => Promise<number>): Promise<Showing> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await context.addInitScript((value) => localStorage.setItem('token', value), token);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_THROTTLE });
    const milliseconds = await show(page);
    const { metrics } = await devtools.send('Performance.getMetrics');
    const busy = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    return { milliseconds, busyMs: busy * 1_000 };
  } finally {
    await context.close();
  }
}

/** @returns milliseconds from the start of the navigation */
async function showDashboard(page: Page, url: string, items: number): Promise<number> {
  await page.goto(`${url}/dashboard`);
  await page.getByText(`${items} items`, { exact: true }).waitFor();
  await page.locator('tr[data-index]').first().waitFor();
  return page.evaluate<number>(NEXT_FRAME);
}

async function showBareTable(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/api/health/live`);
  await page.evaluate(DRAW_BARE_TABLE);
  return page.evaluate<number>(NEXT_FRAME);
}

function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  return chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', '--disable-gpu'] });
}

/** Two premium viewers who recorded as much for each item: one sees all items, the other the first few. */
async function seed(database: Database): Promise<{ many: Viewer; few: Viewer }> {
  await loadItems(database, MANY);
  await database.pool.query(
    `update compliance_items set state = case when id in (
       select id from compliance_items order by id limit $1) then '-' else $2 end`,
    [FEW, STATE_OF_MOST],
  );
  const many = await addViewer(database, { state: STATE_OF_MOST });
  const few = await addViewer(database, { state: STATE_OF_NONE });
  for (const viewer of [many, few]) await recordMonths(database, viewer, MONTHS);
  await database.pool.query('vacuum analyze');
  return { many, few };
}
