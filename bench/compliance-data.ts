import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadCatalogue } from '../apps/server/src/features/compliance-items/commands-load-catalogue.ts';
import { readEdition } from '../apps/server/src/features/compliance-items/queries-edition.ts';
import type { Database } from '../apps/server/src/platform/database.ts';
import { beginSession } from '../apps/server/src/platform/sessions.ts';
import { startServer } from './bench-server.ts';
import { compare } from './compare.ts';
import type { Figure, Ground } from './figure.ts';

const ITEMS = 150;
const ENTRIES = 1_200;
const OTHER_WORKSPACES = 50;
const PATH = '/api/compliance/data';

const WINDOW = `workspace_id = $1 and day between current_date - interval '1 year' and current_date + interval '2 years'`;

/** Bare servers that answer the same bytes after one prepared query: of all that the answer needs, of less, of nothing. */
const FLOORS = {
  'a bare server that reads the same status entries with their records': `
    select * from status_entries join status_records using (workspace_id, compliance_item_id, day) where ${WINDOW}`,
  'a bare server that reads the same status entries without their records': `
    select * from status_entries where ${WINDOW}`,
  'a bare server that reads one row': 'select * from workspaces where id = $1',
};

/** GET /compliance/data with 150 items and 1,200 status entries of the viewer. */
export async function measureComplianceData(ground: Ground): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const viewer = await seed(ground.database);
  const env = { DATABASE_URL: ground.databaseUrl };
  const server = cleanUp.use(await startServer('../apps/server/src/main.ts', { ...env, LOG_LEVEL: 'warn' }));
  const headers = { Authorization: `Bearer ${viewer.token}` };
  const target = { name: `GET ${PATH} with ${ITEMS} items and ${ENTRIES} status entries`, server, path: PATH, headers };

  const folder = await mkdtemp(path.join(tmpdir(), 'anupalan-bench-'));
  cleanUp.defer(() => rm(folder, { recursive: true }));
  const answer = path.join(folder, 'answer.json');
  await writeFile(answer, await readAnswer(server.port, headers));
  const figures: Figure[] = [];
  for (const [name, text] of Object.entries(FLOORS)) {
    const query = JSON.stringify({ text, values: [viewer.workspaceId] });
    await using floor = await startServer('floor-server.ts', { ...env, FLOOR_QUERY: query, FLOOR_ANSWER: answer });
    figures.push(await compare(ground, target, { name, server: floor, path: '/', headers }));
  }
  return figures;
}

/** The answer that the floors repeat; throws when it is not what the figure says. */
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

/** The shipped catalogue, some of it twice, and a premium viewer it all applies to among others who recorded as much. */
async function seed(database: Database): Promise<{ workspaceId: string; token: string }> {
  const { db, pool } = database;
  const edition = await readEdition();
  // No headcount fits what is for the smallest employers only and everything else too.
  const shipped = edition.items.map((item) => ({ ...item, maxEmployees: 0 }));
  const copies = shipped.slice(0, ITEMS - shipped.length).map((item) => ({ ...item, key: `${item.key}-copy` }));
  await loadCatalogue(db, { ...edition, items: [...shipped, ...copies] });
  const viewer = { userId: randomUUIDv7(), workspaceId: randomUUIDv7() };
  await addWorkspace(database, viewer);
  for (let n = 0; n < OTHER_WORKSPACES; n++) {
    await addWorkspace(database, { userId: randomUUIDv7(), workspaceId: randomUUIDv7() });
  }
  await pool.query('vacuum analyze');
  return { workspaceId: viewer.workspaceId, token: await beginSession(db, { userId: viewer.userId, device: 'bench' }) };
}

async function addWorkspace({ pool }: Database, { userId, workspaceId }: { userId: string; workspaceId: string }) {
  await pool.query('insert into workspaces (id) values ($1)', [workspaceId]);
  await pool.query(
    `insert into users (id, workspace_id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
     values ($1, $2, 'Asha', 'Rao', $3, '', '', 'premium', 'active')`,
    [userId, workspaceId, `${userId}@example.in`],
  );
  await pool.query(
    `insert into companies (workspace_id, id, company_name, employee_count, designation, city, state, country, confirmed)
     values ($1, $2, 'Rao & Sons', 500, 'HR', 'Pune', '-', 'India', true)`,
    [workspaceId, randomUUIDv7()],
  );
  // Month by month, as people record them: what belongs to one item is not together on the disk.
  for (let month = 0; month < ENTRIES / ITEMS; month++) {
    await pool.query(
      `with entries as (
         insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status)
         select $1, id, current_date - $3 * interval '1 month', uuidv7(), $2, 'done' from compliance_items
         returning *)
       insert into status_records (workspace_id, compliance_item_id, day, id, status, note, updated_by)
       select workspace_id, compliance_item_id, day, uuidv7(), 'done', 'Filed on the portal, acknowledgement kept', $2
       from entries`,
      [workspaceId, userId, month],
    );
  }
}
