import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { Database } from '../../apps/server/src/platform/postgres/database.ts';
import { type BenchServer, startServer } from '../bench-server.ts';
import type { BenchPostgres, Figure } from '../figure.ts';
import { loadItems } from '../items.ts';
import { compareUnderLoad, type Target } from '../load.ts';
import { leaveUnsealed } from '../unsealed.ts';
import { addViewer, recordMonths, signIn, type Viewer } from '../viewers.ts';

const ITEMS = 150;
const ENTRIES = 1_200;
const OTHER_WORKSPACES = 50;
const PATH = '/api/compliance/data';
const TODAY = todayInIndia(Temporal.Now.instant());

const WINDOW = `workspace_id = $1 and day between current_date - interval '1 year' and current_date + interval '2 years'`;

/** What the floors read before they answer: all that the answer needs, less, or next to nothing. */
const READ = {
  records: {
    name: 'a bare server that reads the same status entries with their records',
    text: `select * from status_entries join status_records using (workspace_id, compliance_item_id, day) where ${WINDOW}`,
  },
  entries: {
    name: 'a bare server that reads the same status entries without their records',
    text: `select * from status_entries where ${WINDOW}`,
  },
  row: { name: 'a bare server that reads one row', text: 'select * from workspaces where id = $1' },
};

/** A way of asking for the same items and entries again and again, with the floors that answer the same. */
interface Way {
  readonly name: string;
  readonly headers?: Record<string, string>;
  readonly next: () => string;
  readonly floors: readonly (typeof READ)[keyof typeof READ][];
}

/** Measures GET /compliance/data with 150 items and 1,200 status entries of the viewer. */
export async function measureComplianceData(postgres: BenchPostgres): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const viewer = await seed(postgres.database);
  const env = { DATABASE_URL: postgres.databaseUrl };
  const server = cleanUp.use(await startServer('../apps/server/src/main.ts', { ...env, LOG_LEVEL: 'warn' }));
  const caller = { server, headers: { Authorization: `Bearer ${await signIn(postgres.database, viewer)}` } };
  const full = await readAnswer(caller, PATH);
  const folder = await mkdtemp(path.join(tmpdir(), 'anupalan-bench-'));
  cleanUp.defer(() => rm(folder, { recursive: true }));

  const br = { 'Accept-Encoding': 'br' };
  const ways: Way[] = [
    { name: 'first reading', next: nextWindow(PATH), floors: [READ.records, READ.entries, READ.row] },
    { name: 'second reading, compressed', headers: br, next: () => PATH, floors: [READ.row] },
    { name: 'unchanged (304)', headers: { ...br, 'If-None-Match': full.tag }, next: () => PATH, floors: [READ.row] },
  ];
  const figures: Figure[] = [];
  for (const { name, headers, next, floors } of ways) {
    const asked = { server, headers: { ...caller.headers, ...headers } };
    const { body, status, kept } = await readAnswer(asked, next());
    const target: Target = {
      name: `GET ${PATH} with ${ITEMS} items and ${ENTRIES} status entries: ${name}`,
      ...asked,
      status,
      next: () => ({ method: 'GET', path: next() }),
    };
    const answer = path.join(folder, 'answer');
    await writeFile(answer, body);
    for (const { name, text } of floors) {
      await using floor = await startServer('reads/floor-server.ts', {
        ...env,
        FLOOR_QUERY: JSON.stringify({ text, values: [viewer.workspaceId] }),
        FLOOR_HEAD: JSON.stringify({ status, headers: kept }),
        FLOOR_ANSWER: answer,
      });
      const bare: Target = { ...target, name, server: floor, next: () => ({ method: 'GET', path: '/' }) };
      figures.push(await compareUnderLoad(postgres, target, bare));
    }
  }
  return figures;
}

/**
 * Asks for other days each time, which hold the same entries: nothing that is kept fits, until there were so many
 * answers that the first have made room.
 */
function nextWindow(address: string): () => string {
  let asked = 0;
  return () => {
    const from = TODAY.subtract({ years: 1, days: asked++ % 600 });
    return `${address}?from=${from}`;
  };
}

/** An answer as it is sent, with the headers that the floor repeats. @throws when it is not what the figure describes. */
async function readAnswer({ server, headers }: { server: BenchServer; headers: Record<string, string> }, path: string) {
  const response = await ask(server.port, { path, headers });
  const body = await buffer(response);
  const { statusCode: status = 0, headers: sent } = response;
  if (status === 200 && sent['content-encoding'] === undefined) requireEntries(body);
  const { etag = '', 'content-type': type, 'content-encoding': encoding } = sent;
  const kept = {
    ETag: etag,
    ...(type && { 'Content-Type': type }),
    ...(encoding && { 'Content-Encoding': encoding }),
    ...(status === 200 && { 'Content-Length': body.length }),
  };
  return { status, tag: etag, body, kept };
}

function requireEntries(body: Buffer): void {
  const items: { statusHistory: unknown[] }[] = JSON.parse(body.toString()).data;
  const entries = items.flatMap(({ statusHistory }) => statusHistory);
  if (items.length !== ITEMS || entries.length !== ENTRIES) {
    throw new Error(`The answer has ${items.length} items and ${entries.length} status entries`);
  }
}

function ask(port: number, options: { path: string; headers: Record<string, string> }) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, ...options }, resolve)
      .on('error', reject)
      .end();
  });
}

/** Adds a premium viewer whom all items apply to, among others who recorded as much. */
async function seed(database: Database): Promise<Viewer> {
  await loadItems(database, ITEMS);
  const viewer = await addViewer(database);
  await recordMonths(database, viewer, ENTRIES / ITEMS);
  for (let n = 0; n < OTHER_WORKSPACES; n++) {
    await recordMonths(database, await addViewer(database), ENTRIES / ITEMS);
  }
  await leaveUnsealed(database);
  await database.pool.query('vacuum analyze');
  return viewer;
}
