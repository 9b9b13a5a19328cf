import { randomUUIDv7 } from 'node:crypto';
import { listClients, readClientsAgenda } from '@anupalan/contract/people/clients';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import { type Database, openDatabase, UNLIMITED } from '../../apps/server/src/platform/postgres/database.ts';
import { type BenchServer, startServer } from '../bench-server.ts';
import { type BenchPostgres, type Figure, measure, type Turn } from '../figure.ts';
import { loadItems } from '../items.ts';
import { addViewer, signIn, type Viewer } from '../viewers.ts';

const ITEMS = 150;
const MONTHS = 12;
const MANY = 1_000;
const FEW = 200;
/** Companies of one submit of a filing run. */
const FILED = 50;
/** Records that wait for one checker. */
const WAITING = 1_000;
const TURNS = 3;

interface Reading {
  readonly first: number;
  readonly second: number;
  readonly agenda: number;
  readonly submit: number;
}

/**
 * Measures what a consultant of 1,000 companies waits for against one of 200, each with 150 items and twelve months of
 * records: the list of companies for the first time and again, the agenda, and a filing run of 50; and a checker's
 * queue of 1,000 against one of ten. A server that has just started has nothing in memory.
 */
export async function measureClients(postgres: BenchPostgres): Promise<Figure[]> {
  const { database } = postgres;
  await loadItems(database, ITEMS);
  const people = { many: await addConsultant(postgres, MANY), few: await addConsultant(postgres, FEW) };
  const queues = { many: await addQueue(database, WAITING), few: await addQueue(database, 10) };
  await withPatience(postgres, (client) => client.query('vacuum analyze'));
  const turns: Turn<Reading>[] = [];
  const checks: Turn<number>[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    await using server = await startServer('../apps/server/src/main.ts', {
      DATABASE_URL: postgres.databaseUrl,
      LOG_LEVEL: 'warn',
    });
    const read = async (viewer: Viewer) => readAll(server, { viewer, token: await signIn(database, viewer), turn });
    turns.push({ floor: await read(people.few), target: await read(people.many) });
    const queue = async (viewer: Viewer) => {
      const token = await signIn(database, viewer);
      await time(server, token, '/api/checks');
      return time(server, token, '/api/checks');
    };
    checks.push({ floor: await queue(queues.few), target: await queue(queues.many) });
  }
  const less = { more: false };
  return [
    {
      target: `a consultant of ${MANY} companies with ${ITEMS} items and ${MONTHS} months of records`,
      floor: `a consultant of ${FEW}`,
      measures: [
        measure('ms of the companies, the first time', turns, ({ first }) => first, less),
        measure('ms of the companies, again', turns, ({ second }) => second, less),
        measure('ms of the agenda', turns, ({ agenda }) => agenda, less),
        measure(`ms of a filing run of ${FILED}`, turns, ({ submit }) => submit, less),
      ],
    },
    {
      target: `a queue of ${WAITING} records that wait for a check`,
      floor: 'a queue of 10',
      measures: [measure('ms of its first page', checks, (ms) => ms, less)],
    },
  ];
}

interface Asking {
  readonly viewer: Viewer;
  readonly token: string;
  readonly turn: number;
}

async function readAll(server: BenchServer, { token, turn }: Asking): Promise<Reading> {
  // What every call needs is read before: the catalogue, and the statements' plans.
  await time(server, token, '/api/users/profile');
  const first = await time(server, token, '/api/companies?limit=100');
  const second = await time(server, token, '/api/companies?limit=100');
  const agenda = await time(server, token, '/api/companies/agenda');
  const [companies, due] = await Promise.all([
    ask(server, token, '/api/companies?limit=100').then((response) => response.json()),
    ask(server, token, '/api/companies/agenda').then((response) => response.json()),
  ]);
  const chosen = listClients.answers[200].parse(companies).data.slice(0, FILED);
  const itemId = readClientsAgenda.answers[200].parse(due).data[0]?.itemId;
  const entries = chosen.map(({ _id: companyId }) => ({ companyId, status: 'done', number: `TRRN ${turn}` }));
  const body = { itemId, forDate: `${todayInIndia(Temporal.Now.instant())}`, entries };
  return { first, second, agenda, submit: await time(server, token, '/api/compliance/run', body) };
}

function ask({ port }: BenchServer, token: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { Authorization: `Bearer ${token}`, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
}

/** Milliseconds until an answer was read. */
async function time(server: BenchServer, token: string, path: string, body?: unknown): Promise<number> {
  const began = performance.now();
  const response = await ask(server, token, path, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return performance.now() - began;
}

/** Adds somebody who is a member of so many companies, each with its own owner and a year of records. */
async function addConsultant(postgres: BenchPostgres, companies: number): Promise<Viewer> {
  const consultant = await addViewer(postgres.database);
  await withPatience(postgres, async (client) => {
    await client.query('begin');
    for (let n = 0; n < companies; n++) await addClient(client, { consultant, n });
    // Triggers rest, because millions of announcements take long; what one of them keeps is given.
    await client.query('alter table status_entries disable trigger user');
    await client.query(
      `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status, settled_at)
       select m.workspace_id, item.id, due_date - month * interval '1 month', uuidv7(), m.user_id, 'done', now()
       from memberships m, compliance_items item, generate_series(1, $2) month
       where m.user_id = $1 and m.role = 'member' and item.workspace_id is null`,
      [consultant.userId, MONTHS],
    );
    await client.query('alter table status_entries enable trigger user');
    await client.query('commit');
  });
  return consultant;
}

/** Uses a connection that waits as long as it takes, which those of the server don't. */
async function withPatience(postgres: BenchPostgres, use: (client: Client) => Promise<unknown>): Promise<void> {
  const { pool, close } = openDatabase(postgres.databaseUrl, fail, UNLIMITED);
  const client = await pool.connect();
  try {
    await use(client);
  } finally {
    client.release();
    await close();
  }
}

function fail(error: unknown): never {
  throw error;
}

type Client = Pick<Database['pool'], 'query'>;

async function addClient(client: Client, { consultant, n }: { consultant: Viewer; n: number }): Promise<void> {
  const [owner, workspace] = [randomUUIDv7(), randomUUIDv7()];
  await client.query(
    `insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
     values ($1, 'Ravi', 'Nair', $2, '', '', 'premium', 'active')`,
    [owner, `${owner}@example.in`],
  );
  await client.query(`insert into workspaces (id, created_at) values ($1, now() - interval '2 years')`, [workspace]);
  await client.query(
    `insert into memberships (workspace_id, user_id, id, role)
     values ($1, $2, uuidv7(), 'owner'), ($1, $3, uuidv7(), 'member')`,
    [workspace, owner, consultant.userId],
  );
  await client.query(
    `insert into companies (workspace_id, id, company_name, employee_count, designation, city, state, country, confirmed)
     values ($1, uuidv7(), $2, 500, 'HR', 'Pune', '-', 'India', true)`,
    [workspace, `Client ${n}`],
  );
}

/** Adds the owner of a company with so many records that wait for their check. */
async function addQueue(database: Database, records: number): Promise<Viewer> {
  const [owner, author] = [await addViewer(database), await addViewer(database)];
  await database.pool.query(
    `with member as (
       insert into memberships (workspace_id, user_id, id, role) values ($1, $2, uuidv7(), 'member'))
     insert into checks (workspace_id, id, compliance_item_id, day, status, note, made_at, author_id, in_name_of,
       waits_for, reason)
     select $1, uuidv7(), id, current_date - n, 'done', 'Filed', now(), $2, $2, $3, null
     from (select id from compliance_items where workspace_id is null order by id limit 1) item, generate_series(1, $4) n`,
    [owner.workspaceId, author.userId, owner.userId, records],
  );
  return owner;
}
