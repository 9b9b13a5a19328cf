import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Database } from '../apps/server/src/platform/postgres/database.ts';
import { startServer } from './bench-server.ts';
import type { BenchPostgres, Figure } from './figure.ts';
import { loadItems } from './items.ts';
import { compareUnderLoad } from './load.ts';
import { addViewer, recordMonths, signIn, type Viewer } from './viewers.ts';

const ITEMS = 150;
const ENTRIES = 1_200;
const OTHER_WORKSPACES = 50;
const PATH = '/api/compliance/data';

const WINDOW = `workspace_id = $1 and day between current_date - interval '1 year' and current_date + interval '2 years'`;

/**
 * The floors: bare servers that answer the same bytes after one prepared query of all that the answer needs, of less,
 * or of nothing.
 */
const FLOORS = {
  'a bare server that reads the same status entries with their records': `
    select * from status_entries join status_records using (workspace_id, compliance_item_id, day) where ${WINDOW}`,
  'a bare server that reads the same status entries without their records': `
    select * from status_entries where ${WINDOW}`,
  'a bare server that reads one row': 'select * from workspaces where id = $1',
};

/** Measures GET /compliance/data with 150 items and 1,200 status entries of the viewer. */
export async function measureComplianceData(postgres: BenchPostgres): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const viewer = await seed(postgres.database);
  const env = { DATABASE_URL: postgres.databaseUrl };
  const server = cleanUp.use(await startServer('../apps/server/src/main.ts', { ...env, LOG_LEVEL: 'warn' }));
  const headers = { Authorization: `Bearer ${await signIn(postgres.database, viewer)}` };
  const target = {
    name: `GET ${PATH} with ${ITEMS} items and ${ENTRIES} status entries`,
    server,
    headers,
    next: () => ({ method: 'GET', path: PATH }),
  };

  const folder = await mkdtemp(path.join(tmpdir(), 'anupalan-bench-'));
  cleanUp.defer(() => rm(folder, { recursive: true }));
  const answer = path.join(folder, 'answer.json');
  await writeFile(answer, await readAnswer(server.port, headers));
  const figures: Figure[] = [];
  for (const [name, text] of Object.entries(FLOORS)) {
    const query = JSON.stringify({ text, values: [viewer.workspaceId] });
    await using floor = await startServer('floor-server.ts', { ...env, FLOOR_QUERY: query, FLOOR_ANSWER: answer });
    const next = () => ({ method: 'GET', path: '/' });
    figures.push(await compareUnderLoad(postgres, target, { name, server: floor, headers, next }));
  }
  return figures;
}

/** The answer that the floors repeat. @throws when it is not the one that the figure describes. */
async function readAnswer(port: number, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${PATH}`, {
    headers: { ...headers, 'Accept-Encoding': 'identity' },
  });
  const text = await response.text();
  const items: { statusHistory: unknown[] }[] = JSON.parse(text).data;
  const entries = items.flatMap(({ statusHistory }) => statusHistory);
  if (items.length !== ITEMS || entries.length !== ENTRIES) {
    throw new Error(`The answer has ${items.length} items and ${entries.length} status entries`);
  }
  return text;
}

/** Adds a premium viewer whom all items apply to, among others who recorded as much. */
async function seed(database: Database): Promise<Viewer> {
  await loadItems(database, ITEMS);
  const viewer = await addViewer(database);
  await recordMonths(database, viewer, ENTRIES / ITEMS);
  for (let n = 0; n < OTHER_WORKSPACES; n++) {
    await recordMonths(database, await addViewer(database), ENTRIES / ITEMS);
  }
  await database.pool.query('vacuum analyze');
  return viewer;
}
