import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { Database } from '../../apps/server/src/platform/postgres/database.ts';
import { startServer } from '../bench-server.ts';
import type { BenchPostgres, Figure } from '../figure.ts';
import { loadItems } from '../items.ts';
import { compareUnderLoad, type Target } from '../load.ts';
import { leaveUnsealed } from '../unsealed.ts';
import { addViewer, recordMonths, signIn, type Viewer } from '../viewers.ts';

/** Items: so many that a figure writes each of their months once, and no history gets longer than a year of work. */
const ITEMS = 4_000;
const MONTHS = 12;
const OTHER_WORKSPACES = 5;

/**
 * The floors: bare servers that write the same rows as durably and answer the same status and bytes, with a statement
 * a row, and with as few statements as possible.
 */
const FLOORS = {
  'a bare server that runs the same transaction, row by row': 'row-by-row',
  'a bare server that runs the same transaction as one statement': 'one-statement',
};

const TODAY = todayInIndia(Temporal.Now.instant());
const DAYS = Array.from({ length: MONTHS }, (_, months) => TODAY.subtract({ months }).toString());

type Asked = ReturnType<Target['next']>;

/** An update that has not been made yet, and the entries that its item has afterwards. */
interface Update {
  readonly item: string;
  readonly day: string;
  readonly entries: number;
}

/**
 * Measures PATCH /compliance/data/{id}/status by one premium viewer, on another item and month each time; not the sealing,
 * which follows within a minute.
 */
export async function measureStatusUpdate(postgres: BenchPostgres): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const [specimen = '', ...items] = await seed(postgres.database);
  const env = { DATABASE_URL: postgres.databaseUrl };
  const server = cleanUp.use(await startServer('../apps/server/src/main.ts', { ...env, LOG_LEVEL: 'warn' }));
  const folder = await mkdtemp(path.join(tmpdir(), 'anupalan-bench-'));
  cleanUp.defer(() => rm(folder, { recursive: true }));
  const answers = path.join(folder, 'answers.json');

  const figures: Figure[] = [];
  for (const [name, manner] of Object.entries(FLOORS)) {
    const viewer = await addViewer(postgres.database);
    const headers = { Authorization: `Bearer ${await signIn(postgres.database, viewer)}` };
    const ask = (update: Pick<Update, 'item' | 'day'>) => requestOf(viewer, update);
    const pick = pickInTurn(items);
    const target = { name: 'PATCH /api/compliance/data/{id}/status', server, headers, next: () => ask(pick()) };

    await writeFile(
      answers,
      JSON.stringify(
        await readAnswers(
          target,
          DAYS.map((day) => ask({ item: specimen, day })),
        ),
      ),
    );
    const floorEnv = { ...env, FLOOR_MANNER: manner, FLOOR_ANSWERS: answers };
    await using floor = await startServer('writes/floor-server.ts', floorEnv);
    const next = () => ({ method: 'PATCH', path: '/', body: { ...viewer, ...pick() } });
    figures.push(await compareUnderLoad(postgres, target, { name, server: floor, headers: {}, next }));
  }
  return figures;
}

/** @returns the items' ids */
async function seed(database: Database): Promise<string[]> {
  await loadItems(database, ITEMS);
  for (let n = 0; n < OTHER_WORKSPACES; n++) await recordMonths(database, await addViewer(database), MONTHS);
  const { rows } = await database.pool.query<{ id: string }>('select id from compliance_items');
  await leaveUnsealed(database);
  await database.pool.query('vacuum analyze');
  return rows.map(({ id }) => id);
}

function requestOf({ userId }: Viewer, { item, day }: Pick<Update, 'item' | 'day'>) {
  const body = { userId, status: 'done', forDate: day, note: 'Filed on the portal' };
  return { method: 'PATCH', path: `/api/compliance/data/${item}/status`, body };
}

/** The product's answers to updates made one after the other: the first has one entry, the next two, and so on. */
async function readAnswers({ server, headers }: Target, requests: readonly Asked[]): Promise<string[]> {
  const answers: string[] = [];
  for (const { method, path: where, body } of requests) {
    const response = await fetch(`http://127.0.0.1:${server.port}${where}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json', 'Accept-Encoding': 'identity' },
      body: JSON.stringify(body),
    });
    const answer = await response.text();
    const entries = JSON.parse(answer).data.statusHistory.length;
    if (entries !== answers.push(answer)) throw new Error(`The answer has ${entries} entries`);
  }
  return answers;
}

/** Picks item after item, month after month, so that target and floor write new rows equally often. */
function pickInTurn(items: readonly string[]): () => Update {
  let turn = 0;
  return () => {
    const month = Math.floor(turn / items.length) % MONTHS;
    const update = { item: items[turn % items.length] ?? '', day: DAYS[month] ?? '', entries: month + 1 };
    turn++;
    return update;
  };
}
