import { hash, randomBytes } from 'node:crypto';
import { openDatabase, UNLIMITED } from '../../apps/server/src/platform/postgres/database.ts';
import { type BenchServer, startServer } from '../bench-server.ts';
import { type BenchPostgres, type Figure, measure, type Turn } from '../figure.ts';
import { loadItems } from '../items.ts';

const ITEMS = 150;
const MONTHS = 12;
/** Companies, each with a calendar of its owner that reads all of it. */
const COMPANIES = 100;
/** Times that each is read in a turn. */
const ROUNDS = 10;
/** Calendars that are read once in 15 minutes; what they cost follows from those that are read here. */
const READINGS = 10_000;
/** Of a hundred companies those of which something was recorded in 15 minutes: seven records a day, a few together. */
const CHANGED = 4;
/** Of a hundred readings those by programs that keep no tag. */
const WITHOUT_TAG = 5;
const TURNS = 3;
const AT_ONCE = 8;
const QUARTER_MS = 15 * 60 * 1_000;

/** The share of a core that 10,000 calendars may use, in percent. */
const MOST = 5;

interface Feed {
  readonly path: string;
  readonly workspaceId: string;
  tag: string;
}

interface Used {
  /** Percent of a core. */
  readonly share: number;
  /** CPU of the server and of PostgreSQL. */
  readonly unchangedMs: number;
  readonly anewMs: number;
}

/**
 * Measures what 10,000 calendars cost that are read every 15 minutes, each of a company with 150 items and twelve months
 * of records, against the share of a core that they may use; and one reading of each kind.
 */
export async function measureFeeds(postgres: BenchPostgres): Promise<Figure[]> {
  await loadItems(postgres.database, ITEMS);
  const feeds = await addFeeds(postgres);
  await using server = await startServer('../apps/server/src/main.ts', {
    DATABASE_URL: postgres.databaseUrl,
    LOG_LEVEL: 'warn',
  });
  const cpu = async () => (await server.readCpuMs()) + postgres.readPostgresCpuMs();
  // What every reading needs is read before.
  await readAll(server, feeds, 'without-tag');
  const turns: Turn<Used>[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const began = await cpu();
    for (let round = 0; round < ROUNDS; round++) {
      const some = feeds.filter((_, n) => (n + round) % 100 < CHANGED);
      await change(postgres, some);
      await readAll(server, feeds, 'as-usual');
    }
    const used = (((await cpu()) - began) / (COMPANIES * ROUNDS)) * READINGS;
    const unchanged = await meanOf(cpu, feeds.length, () => readAll(server, feeds, 'with-tag'));
    const changed = feeds.slice(0, 50);
    await change(postgres, changed);
    const anew = await meanOf(cpu, changed.length, () => readAll(server, changed, 'with-tag'));
    turns.push({
      target: { share: (used / QUARTER_MS) * 100, unchangedMs: unchanged, anewMs: anew },
      floor: { share: MOST, unchangedMs: unchanged, anewMs: unchanged },
    });
  }
  const less = { more: false };
  return [
    {
      target: `10,000 calendars of ${ITEMS} items and ${MONTHS} months of records, read every 15 minutes`,
      floor: `${MOST} % of a core; of one reading: one that finds nothing changed`,
      measures: [
        measure(`% of a core, ${CHANGED} % changed, ${WITHOUT_TAG} % without a tag`, turns, ({ share }) => share, less),
        measure('CPU ms of a reading that finds nothing changed', turns, ({ unchangedMs }) => unchangedMs, less),
        measure('CPU ms of a reading that makes it anew', turns, ({ anewMs }) => anewMs, less),
      ],
    },
  ];
}

async function meanOf(cpu: () => Promise<number>, count: number, work: () => Promise<void>): Promise<number> {
  const began = await cpu();
  await work();
  return ((await cpu()) - began) / count;
}

/** Reads calendars, several at once, and keeps their tags. */
async function readAll(
  { port }: BenchServer,
  feeds: readonly Feed[],
  how: 'with-tag' | 'without-tag' | 'as-usual',
): Promise<void> {
  let next = 0;
  const keepReading = async () => {
    for (let n = next++; n < feeds.length; n = next++) {
      const feed = feeds[n];
      if (!feed) return;
      const isAsked = how === 'with-tag' || (how === 'as-usual' && n % 100 >= WITHOUT_TAG);
      const response = await fetch(`http://127.0.0.1:${port}${feed.path}`, {
        headers: { 'accept-encoding': 'gzip', ...(isAsked && { 'if-none-match': feed.tag }) },
      });
      await response.arrayBuffer();
      if (response.status !== 200 && response.status !== 304) throw new Error(`A calendar answered ${response.status}`);
      feed.tag = response.headers.get('etag') ?? '';
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, keepReading));
}

/** Changes something in the companies of calendars, as a record does. */
async function change({ database }: BenchPostgres, feeds: readonly Feed[]): Promise<void> {
  for (const { workspaceId } of feeds) {
    await database.pool.query(
      `update status_entries set updated_at = clock_timestamp() where workspace_id = $1 and compliance_item_id = (
         select id from compliance_items order by id limit 1)`,
      [workspaceId],
    );
  }
}

/** Adds companies with a year of records, and a calendar for each. */
async function addFeeds({ databaseUrl }: BenchPostgres): Promise<Feed[]> {
  const fail = (error: unknown): never => {
    throw error;
  };
  const { pool, close } = openDatabase(databaseUrl, fail, UNLIMITED);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
       select id, 'Ravi', 'Nair', id || '@example.in', '', '', 'premium', 'active'
       from (select uuidv7() as id from generate_series(1, $1)) made`,
      [COMPANIES],
    );
    await client.query(`insert into workspaces (id, created_at) select id, now() - interval '2 years' from users`);
    await client.query(
      `insert into memberships (workspace_id, user_id, id, role) select id, id, uuidv7(), 'owner' from users`,
    );
    await client.query(
      `insert into companies (workspace_id, id, company_name, employee_count, designation, city, state, country, confirmed)
       select id, uuidv7(), 'Client', 500, 'HR', 'Pune', '-', 'India', true from workspaces`,
    );
    // Triggers rest, because millions of announcements take long; what one of them keeps is given.
    await client.query('alter table status_entries disable trigger user');
    await client.query(
      `insert into status_entries (workspace_id, compliance_item_id, day, id, user_id, current_status, settled_at)
       select m.workspace_id, item.id, due_date - month * interval '1 month', uuidv7(), m.user_id, 'done', now()
       from memberships m, compliance_items item, generate_series(1, $1) month where due_date is not null`,
      [MONTHS],
    );
    await client.query('alter table status_entries enable trigger user');
    const { rows } = await client.query<{ id: string }>('select id from workspaces');
    const tokens = rows.map(() => randomBytes(32).toString('base64url'));
    await client.query(
      `insert into calendar_feeds (id, user_id, workspace_id, kind, token_hash)
       select uuidv7(), id, id, 'company', hash from unnest($1::uuid[], $2::bytea[]) made (id, hash)`,
      [rows.map(({ id }) => id), tokens.map((token) => hash('sha256', token, 'buffer'))],
    );
    await client.query('commit');
    await client.query('vacuum analyze');
    return rows.map(({ id }, n) => ({ path: `/api/feeds/${tokens[n]}.ics`, workspaceId: id, tag: '' }));
  } finally {
    client.release();
    await close();
  }
}
