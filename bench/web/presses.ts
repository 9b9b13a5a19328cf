import type { Browser } from 'playwright';
import { type BenchPostgres, type Figure, measure, type Turn } from '../figure.ts';
import { CPU_THROTTLE, onNewPage, openApp, openDashboard, readLongestTask, timePress } from './browser.ts';
import { seedManyAndFew } from './many-and-few.ts';

const MANY = 1_000;
const FEW = 10;
const TURNS = 3;

/** Letters of a search that finds hundreds of items with its first letters and a few with all of them. */
const SEARCHED = 'return';
const MONTHS_ON = 6;

/** The longest wait for the next paint after a press, in milliseconds, of each kind. */
interface Waits {
  readonly letter: number;
  readonly month: number;
}

/**
 * Measures how long a letter typed into the search and a press on "Next month" wait for the next paint (INP) with 1,000
 * items, against the same with 10.
 */
export async function measurePresses(postgres: BenchPostgres): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const tokens = await seedManyAndFew(postgres.database, { many: MANY, few: FEW });
  const { url, browser } = await openApp(postgres.databaseUrl, cleanUp);

  const turns: Turn<Waits>[] = [];
  for (let turn = 0; turn <= TURNS; turn++) {
    const target = await pressThrough(browser, tokens.many, url, MANY);
    const floor = await pressThrough(browser, tokens.few, url, FEW);
    if (turn > 0) turns.push({ target, floor });
  }
  return [
    {
      target: `/dashboard with ${MANY} items on a CPU ${CPU_THROTTLE} times slower`,
      floor: `the same with ${FEW} items`,
      measures: [
        measure('ms a letter of the search waited at most', turns, ({ letter }) => letter, { more: false }),
        measure('ms the next month waited at most', turns, ({ month }) => month, { more: false }),
      ],
    },
  ];
}

function pressThrough(browser: Browser, token: string, url: string, items: number): Promise<Waits> {
  return onNewPage(browser, { token, throttle: CPU_THROTTLE }, async (page) => {
    await openDashboard(page, url, items);
    await page.getByRole('button', { name: 'Next month' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search' }).focus();
    await readLongestTask(page); // until the page is at rest
    let letter = 0;
    for (const key of [...SEARCHED, ...Array.from(SEARCHED, () => 'Backspace')]) {
      letter = Math.max(letter, await timePress(page, () => page.keyboard.press(key)));
    }
    const next = page.getByRole('button', { name: 'Next month' });
    await next.focus();
    let month = 0;
    for (let step = 0; step < MONTHS_ON; step++) {
      month = Math.max(month, await timePress(page, () => page.keyboard.press('Enter')));
    }
    return { letter, month };
  });
}
