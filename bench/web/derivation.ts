import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { Browser } from 'playwright';
import { createViteServer } from 'vitest/node';
import { type BenchPostgres, type Figure, measure, type Turn } from '../figure.ts';
import { onNewPage, openApp } from './browser.ts';
import { seedManyAndFew } from './many-and-few.ts';

const MANY = 1_000;
const FEW = 100;
const TURNS = 7;

const WEB = path.join(import.meta.dirname, '../../apps/web');

/** Script for the page: the application's own modules, and an answer twice. */
const PREPARE = `async ({ items, acts, today }) => {
  const { deriveRows } = await import('/app/features/compliance-items/compliance-row.ts');
  const day = Temporal.PlainDate.from(today);
  window.items = items;
  window.others = structuredClone(items);
  window.derive = (items) => deriveRows(items, acts, day).length;
}`;

/** CPU milliseconds of the page's thread. */
interface Derived {
  /** On a page that was just opened. */
  readonly first: number;
  /** Of other items with occurrences that are known. */
  readonly others: number;
  /** Of the same items, such as after a letter was typed. */
  readonly again: number;
}

/** Measures in the browser what it takes to derive 1,000 rows of the table, which may take 20 ms, against 100. */
export async function measureDerivation(postgres: BenchPostgres): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const tokens = await seedManyAndFew(postgres.database, { many: MANY, few: FEW });
  const { url, browser } = await openApp(postgres.databaseUrl, cleanUp);
  const modules = await serveModules(cleanUp);
  const read = async (token: string) => {
    const ask = async (address: string) => {
      const response = await fetch(url + address, { headers: { Authorization: `Bearer ${token}` } });
      const { data }: { data: unknown } = JSON.parse(await response.text());
      return data;
    };
    return { items: await ask('/api/compliance/data'), acts: await ask('/api/acts') };
  };
  const answers = { many: await read(tokens.many), few: await read(tokens.few) };
  const turns: Turn<Derived>[] = [];
  for (let turn = 0; turn <= TURNS; turn++) {
    const floor = await derive(browser, modules, answers.few);
    const target = await derive(browser, modules, answers.many);
    if (turn > 0) turns.push({ target, floor });
  }
  const less = { more: false };
  return [
    {
      target: `deriving ${MANY} rows of the table`,
      floor: `${FEW} rows`,
      measures: [
        measure('ms the first time on a page', turns, ({ first }) => first, less),
        measure('ms of an answer that came anew', turns, ({ others }) => others, less),
        measure('ms of the same items', turns, ({ again }) => again, less),
      ],
    },
  ];
}

function derive(browser: Browser, modules: string, answer: object): Promise<Derived> {
  return onNewPage(browser, { throttle: 1 }, async (page, { busyMs }) => {
    await page.goto(modules);
    const today = `${todayInIndia(Temporal.Now.instant())}`;
    await page.evaluate(`(${PREPARE})(${JSON.stringify({ ...answer, today })})`);
    const time = async (items: string) => {
      const before = await busyMs();
      await page.evaluate(`derive(${items})`);
      return (await busyMs()) - before;
    };
    return { first: await time('items'), others: await time('others'), again: await time('items') };
  });
}

/** Serves the application's modules one by one. @returns the address of an empty page among them */
async function serveModules(cleanUp: AsyncDisposableStack): Promise<string> {
  const cacheDir = await mkdtemp(path.join(tmpdir(), 'anupalan-modules-'));
  cleanUp.defer(() => rm(cacheDir, { recursive: true }));
  const server = await createViteServer({
    ...{ root: WEB, configFile: false, cacheDir, logLevel: 'error', appType: 'custom' },
    optimizeDeps: { include: ['react'] },
    server: { hmr: false, watch: null, fs: { strict: false } },
    plugins: [
      {
        name: 'empty-page',
        configureServer: ({ middlewares }) => {
          middlewares.use('/empty', (_request, response) => {
            response.setHeader('content-type', 'text/html');
            response.end('<!doctype html><title>Modules</title>');
          });
        },
      },
    ],
  });
  cleanUp.defer(() => server.close());
  await server.listen();
  return `${server.resolvedUrls?.local[0]}empty`;
}
