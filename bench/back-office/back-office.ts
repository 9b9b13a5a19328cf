import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import { z } from 'zod';
import type { Database } from '../../apps/server/src/platform/postgres/database.ts';
import { type BenchServer, startServer } from '../bench-server.ts';
import type { BenchPostgres, Figure } from '../figure.ts';
import { loadItems } from '../items.ts';
import { compareUnderLoad, type Target } from '../load.ts';
import { addViewer, recordMonths, signIn, type Viewer } from '../viewers.ts';
import { makeProject, SCHEMA, TOKEN_FILE } from './project.ts';

const ITEMS = 150;
const MONTHS = 8;
const LIST = '/api/compliance/data';
const NOTE = 'Filed on the portal';

/** The same list of the back office: items with their act, the company's entries and their records. */
const LIST_THERE = '/api/items?populate[act]=true&populate[entries][populate]=records&pagination[limit]=150';

/** What the back office is given of each item. */
const Item = z.object({
  _id: z.string(),
  title: z.string(),
  srNo: z.number(),
  act: z.object({ name: z.string(), description: z.string() }).partial().nullish(),
  statusHistory: z.array(z.object({ date: z.string(), current: z.string(), history: z.array(z.unknown()) })),
});
type Item = z.infer<typeof Item>;

/**
 * Measures the tracker's list and a status update against a general back office with the same data on the same
 * PostgreSQL, in turns. It is no part of the others: npm fetches it when this is asked for.
 */
export async function measureBackOffice(postgres: BenchPostgres): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const viewer = await seed(postgres.database);
  const env = { DATABASE_URL: postgres.databaseUrl, LOG_LEVEL: 'warn' };
  const ours = cleanUp.use(await startServer('../apps/server/src/main.ts', env));
  const headers = { Authorization: `Bearer ${await signIn(postgres.database, viewer)}` };
  const listed = z.object({ data: z.array(Item) }).parse(await ask(ours, headers, { method: 'GET', path: LIST })).data;

  const folder = await mkdtemp(path.join(tmpdir(), 'anupalan-back-office-'));
  cleanUp.defer(() => rm(folder, { recursive: true }));
  await postgres.database.pool.query(`create schema ${SCHEMA}`);
  const program = path.relative(path.join(import.meta.dirname, '..'), await makeProject(folder));
  const theirEnv = { BACK_OFFICE_DATABASE_URL: postgres.databaseUrl, NODE_ENV: 'production', HOME: folder };
  const theirs = cleanUp.use(await startServer(program, { ...theirEnv, STRAPI_TELEMETRY_DISABLED: 'true' }));
  const theirHeaders = { Authorization: `Bearer ${await readFile(path.join(folder, TOKEN_FILE), 'utf8')}` };
  const there = await seedThere(theirs, theirHeaders, listed);
  await postgres.database.pool.query('vacuum analyze');

  const floor: Target = {
    name: 'a general back office (Strapi)',
    server: theirs,
    headers: theirHeaders,
    next: listThere,
  };
  const target = { server: ours, headers };
  return [
    await compareUnderLoad(postgres, { ...target, name: `GET ${LIST}, first reading`, next: listAnew() }, floor),
    await compareUnderLoad(
      postgres,
      { ...target, name: `GET ${LIST}, read again`, next: () => ({ method: 'GET', path: LIST }) },
      floor,
    ),
    await compareUnderLoad(
      postgres,
      { ...target, name: 'PATCH /api/compliance/data/{id}/status', next: updateInTurn(viewer, listed) },
      { ...floor, status: 201, next: updateThereInTurn(there) },
    ),
  ];
}

async function seed(database: Database): Promise<Viewer> {
  await loadItems(database, ITEMS);
  const viewer = await addViewer(database);
  await recordMonths(database, viewer, MONTHS);
  await database.pool.query('vacuum analyze');
  return viewer;
}

/** Gives the back office the items and entries of our own answer. @returns its items' ids */
async function seedThere(
  server: BenchServer,
  headers: Record<string, string>,
  listed: readonly Item[],
): Promise<string[]> {
  const add = async (plural: string, data: object) => {
    const answer = await ask(server, headers, { method: 'POST', path: `/api/${plural}`, body: { data } });
    return z.object({ data: z.object({ documentId: z.string() }) }).parse(answer).data.documentId;
  };
  const acts = new Map<string, string>();
  const items: string[] = [];
  for (const { title, srNo, act, statusHistory, ...values } of listed) {
    const name = act?.name ?? 'Act';
    const known = acts.get(name) ?? (await add('acts', { name, description: act?.description ?? '' }));
    acts.set(name, known);
    const item = await add('items', { title, srNo, values, act: known });
    for (const { date, current, history } of statusHistory) {
      await add('entries', { company: 'own', day: date.slice(0, 10), current, item, records: recordsOf(history) });
    }
    items.push(item);
  }
  const { data } = z
    .object({ data: z.array(z.object({ entries: z.array(z.unknown()) })) })
    .parse(await ask(server, headers, listThere()));
  const entries = data.flatMap((item) => item.entries).length;
  if (entries !== ITEMS * MONTHS) throw new Error(`The back office answers ${entries} entries`);
  return items;
}

function recordsOf(history: readonly unknown[]): object[] {
  return history.map(() => ({ status: 'done', note: NOTE }));
}

type Request = ReturnType<Target['next']>;

async function ask(server: BenchServer, headers: Record<string, string>, request: Request): Promise<unknown> {
  const { method, path: where, body } = request;
  const response = await fetch(`http://127.0.0.1:${server.port}${where}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${where} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

const TODAY = todayInIndia(Temporal.Now.instant());

function listThere(): Request {
  return { method: 'GET', path: LIST_THERE };
}

/** Asks for the same entries by other days each time, so that nothing answered before is an answer. */
function listAnew(): Target['next'] {
  let turn = 0;
  return () => {
    const from = TODAY.subtract({ days: 300 + (turn % 60) });
    const to = TODAY.add({ days: Math.floor(turn++ / 60) % 700 });
    return { method: 'GET', path: `${LIST}?from=${from}&to=${to}` };
  };
}

/** Days that nothing was recorded for, item after item; so far away that an answer has one of them only. */
function pickInTurn(items: readonly string[]): () => { item: string; day: string } {
  let turn = 0;
  return () => {
    const day = TODAY.add({ years: 3, days: Math.floor(turn / items.length) });
    return { item: items[turn++ % items.length] ?? '', day: day.toString() };
  };
}

function updateInTurn({ userId }: Viewer, listed: readonly Item[]): Target['next'] {
  const pick = pickInTurn(listed.map(({ _id }) => _id));
  return () => {
    const { item, day } = pick();
    const body = { userId, status: 'done', forDate: day, note: NOTE };
    return { method: 'PATCH', path: `/api/compliance/data/${item}/status`, body };
  };
}

/** The same update there: an entry with its record, and nothing is read back. */
function updateThereInTurn(items: readonly string[]): Target['next'] {
  const pick = pickInTurn(items);
  return () => {
    const data = { company: 'own', current: 'done', ...pick(), records: [{ status: 'done', note: NOTE }] };
    return { method: 'POST', path: '/api/entries', body: { data } };
  };
}
