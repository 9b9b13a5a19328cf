import { performance } from 'node:perf_hooks';
import { type BenchServer, startServer } from '../bench-server.ts';
import { type BenchPostgres, type Figure, measure, type Turn } from '../figure.ts';
import { loadItems } from '../items.ts';
import { addViewer, signIn } from '../viewers.ts';

const ITEMS = 150;
const MANY = 10_000;
const FEW = 100;
/** Screens that are open while an extension is published, of as many companies. */
const SCREENS = 50;
const TURNS = 3;

interface Reached {
  /** Until it was published, with a line in the activity of each company. */
  readonly publishedMs: number;
  /** Until the last open screen was told. */
  readonly toldMs: number;
  readonly postgresCpuMs: number;
}

interface Screen {
  readonly token: string;
  readonly itemId: string;
}

/** Measures how an extension reaches the open screens of 10,000 companies, against that of 100. */
export async function measureExtension(postgres: BenchPostgres): Promise<Figure[]> {
  const { database } = postgres;
  await loadItems(database, ITEMS);
  const admin = await addViewer(database);
  await database.pool.query(`update users set role = 'admin' where id = $1`, [admin.userId]);
  const viewers = await Promise.all(Array.from({ length: SCREENS }, () => addViewer(database)));
  const { rows: items } = await database.pool.query<{ id: string; due: string }>(
    `select id, due_date::text as due from compliance_items where frequency = 'monthly' order by id limit $1`,
    [2 * TURNS],
  );
  await using server = await startServer('../apps/server/src/main.ts', {
    DATABASE_URL: postgres.databaseUrl,
    LOG_LEVEL: 'warn',
  });
  const token = await signIn(database, admin);
  const tokens = await Promise.all(viewers.map((viewer) => signIn(database, viewer)));
  const reach = async (companies: number, turn: number): Promise<Reached> => {
    await addCompanies(postgres, companies);
    const item = items[turn];
    if (!item) throw new Error('There are too few items');
    const cpu = postgres.readPostgresCpuMs();
    const told = await Promise.all(tokens.map((one) => openScreen(server, one)));
    const began = performance.now();
    await publish(server, { token, itemId: item.id }, item.due);
    const published = performance.now();
    const last = Math.max(...(await Promise.all(told.map(({ at }) => at))));
    for (const { close } of told) close();
    return {
      publishedMs: published - began,
      toldMs: last - began,
      postgresCpuMs: postgres.readPostgresCpuMs() - cpu,
    };
  };
  // Companies are only added, so that the few come first.
  const few: Reached[] = [];
  for (let turn = 0; turn < TURNS; turn++) few.push(await reach(FEW, turn));
  const many: Reached[] = [];
  for (let turn = 0; turn < TURNS; turn++) many.push(await reach(MANY, TURNS + turn));
  const turns = many.flatMap((target, turn): Turn<Reached>[] => (few[turn] ? [{ target, floor: few[turn] }] : []));
  const less = { more: false };
  return [
    {
      target: `an extension for ${MANY} companies, of which ${SCREENS} have a screen open`,
      floor: `one for ${FEW}`,
      measures: [
        measure('ms until it is published, with the activity of each', turns, ({ publishedMs }) => publishedMs, less),
        measure('ms until the last screen is told', turns, ({ toldMs }) => toldMs, less),
        measure('CPU ms of PostgreSQL', turns, ({ postgresCpuMs }) => postgresCpuMs, less),
      ],
    },
  ];
}

/** Companies that are added by one statement, which has to end in the server's time. */
const AT_ONCE = 500;

/** Fills up to so many companies of all states. */
async function addCompanies({ database: { pool } }: BenchPostgres, companies: number): Promise<void> {
  const { rows } = await pool.query<{ there: number }>('select count(*)::int as there from companies');
  for (let there = rows[0]?.there ?? 0; there < companies; there += AT_ONCE) {
    await pool.query(
      `with made as (select uuidv7() as id from generate_series(1, $1)),
       workspace as (insert into workspaces (id) select id from made returning id),
       person as (
         insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
         select id, 'Ravi', 'Nair', id || '@example.in', '', '', 'premium', 'active' from made),
       owner as (
         insert into memberships (workspace_id, user_id, id, role) select id, id, uuidv7(), 'owner' from made)
       insert into companies
         (workspace_id, id, company_name, employee_count, designation, city, state, country, confirmed)
       select id, uuidv7(), 'Company', 500, 'HR', 'Pune', '-', 'India', true from made`,
      [Math.min(AT_ONCE, companies - there)],
    );
  }
  await pool.query('vacuum analyze companies, workspaces, memberships, users');
}

/** Opens the live stream of a screen. @returns when it was told that the catalogue changed, in ms of this process */
async function openScreen({ port }: BenchServer, token: string): Promise<{ at: Promise<number>; close: () => void }> {
  const ended = new AbortController();
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}/api/live`, { headers, signal: ended.signal });
  if (!response.ok || !response.body) throw new Error(`The live stream answered ${response.status}`);
  const heard = response.body.pipeThrough(new TextDecoderStream());
  return { at: untilTold(heard), close: () => ended.abort() };
}

async function untilTold(heard: ReadableStream<string>): Promise<number> {
  let text = '';
  for await (const chunk of heard) {
    text += chunk;
    if (text.includes('catalogue')) return performance.now();
  }
  throw new Error('The live stream ended');
}

async function publish({ port }: BenchServer, { token, itemId }: Screen, due: string): Promise<void> {
  const day = Temporal.PlainDate.from(due).add({ days: 10 });
  const said = { authority: 'EPFO', link: 'https://example.in/circular' };
  const response = await fetch(`http://127.0.0.1:${port}/api/extensions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ itemId, forDate: due, day: `${day}`, ...said }),
  });
  if (!response.ok) throw new Error(`Publishing answered ${response.status}: ${await response.text()}`);
}
