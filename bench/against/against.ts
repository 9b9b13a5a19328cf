import path from 'node:path';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import { type Figure, measure, type Turn } from '../figure.ts';
import { applyLoad, type Load, type Target } from '../load.ts';
import { startTree, type Tree } from './tree.ts';

const HERE = path.join(import.meta.dirname, '../..');
const TURNS = 6;

/** Items of the catalogue: of a list, and so many that an update is of another item and month each time. */
const LISTED = 150;
const RECORDED = 4_000;
const MONTHS = 8;
const OTHERS = 20;

/** How often sessions are looked up in a turn, and how many at once where they are several. */
const ROUNDS = 2_000;
const AT_ONCE = 8;

const TODAY = todayInIndia(Temporal.Now.instant());
const DAYS = Array.from({ length: 12 }, (_, months) => TODAY.subtract({ months }).toString());

/** What a session is looked up for. */
type Request = Parameters<Tree['sessions']['readSession']>[1];

interface Pair {
  readonly here: Tree;
  readonly there: Tree;
}

/**
 * Measures the calls that must not become dearer against another checkout of the project, in turns in one run: each with
 * a PostgreSQL of its own and its own catalogue. Ratios are those of the other checkout to this one: above 1 it was dearer.
 * @param folder the other checkout, with its dependencies installed
 */
export async function measureAgainst(folder: string): Promise<Figure[]> {
  return [...(await measureReadings(folder)), ...(await measureWrites(folder))];
}

async function measureReadings(folder: string): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const pair = await startPair(folder, { items: LISTED, cleanUp });
  const first = await targetsOf(pair, async (tree) => {
    const { headers } = await addReader(tree);
    let asked = 0;
    const next = () => {
      const from = TODAY.subtract({ years: 1, days: asked++ % 600 });
      return { method: 'GET', path: `/api/compliance/data?from=${from}` };
    };
    return { headers, next };
  });
  const unchanged = await targetsOf(pair, async (tree) => {
    const { headers } = await addReader(tree);
    const asking = { ...headers, 'Accept-Encoding': 'br' };
    const url = '/api/compliance/data';
    const answer = await fetch(`http://127.0.0.1:${tree.server.port}${url}`, { headers: asking });
    await answer.arrayBuffer();
    const tagged = { ...asking, 'If-None-Match': answer.headers.get('etag') ?? '' };
    return { headers: tagged, status: 304, next: () => ({ method: 'GET', path: url }) };
  });
  return [
    await compareLoads('GET /compliance/data, first', pair, first),
    await compareLoads('GET /compliance/data, unchanged (304)', pair, unchanged),
    await compareLookUps('a session that is looked up, one after the other', pair, { people: 1, atOnce: 1 }),
    await compareLookUps(`one session that ${AT_ONCE} calls look up at once`, pair, { people: 1, atOnce: AT_ONCE }),
    await compareLookUps(`sessions of ${AT_ONCE} people, looked up at once`, pair, {
      people: AT_ONCE,
      atOnce: AT_ONCE,
    }),
  ];
}

async function measureWrites(folder: string): Promise<Figure[]> {
  await using cleanUp = new AsyncDisposableStack();
  const pair = await startPair(folder, { items: RECORDED, cleanUp });
  const updates = await targetsOf(pair, async (tree) => {
    const viewer = await tree.viewers.addViewer(tree.database);
    const headers = { Authorization: `Bearer ${await tree.viewers.signIn(tree.database, viewer)}` };
    const { rows } = await tree.database.pool.query<{ id: string }>('select id from compliance_items');
    let turn = 0;
    const next = () => {
      const forDate = DAYS[Math.floor(turn / rows.length) % DAYS.length];
      const body = { userId: viewer.userId, status: 'done', forDate, note: 'Filed on the portal' };
      return { method: 'PATCH', path: `/api/compliance/data/${rows[turn++ % rows.length]?.id}/status`, body };
    };
    return { headers, next };
  });
  return [await compareLoads('PATCH /compliance/data/{id}/status', pair, updates)];
}

async function startPair(folder: string, options: { items: number; cleanUp: AsyncDisposableStack }): Promise<Pair> {
  const pair = { here: await startTree(HERE, options), there: await startTree(folder, options) };
  for (const tree of Object.values(pair)) {
    for (let n = 0; options.items === LISTED && n < OTHERS; n++) await addReader(tree);
    await tree.database.pool.query('vacuum analyze');
  }
  return pair;
}

async function addReader({ database, viewers }: Tree) {
  const viewer = await viewers.addViewer(database);
  await viewers.recordMonths(database, viewer, MONTHS);
  return { headers: { Authorization: `Bearer ${await viewers.signIn(database, viewer)}` } };
}

type Asked = Omit<Target, 'name' | 'server'>;

async function targetsOf({ here, there }: Pair, ask: (tree: Tree) => Promise<Asked>) {
  return {
    here: { name: 'here', server: here.server, ...(await ask(here)) },
    there: { name: 'there', server: there.server, ...(await ask(there)) },
  };
}

function compareLoads(name: string, { here, there }: Pair, targets: Record<keyof Pair, Target>): Promise<Figure> {
  return compareInTurns(name, {
    here: () => applyLoad(here, targets.here),
    there: () => applyLoad(there, targets.there),
  });
}

/** How sessions are looked up: so many at once, which are of so many people. */
interface LookUps {
  readonly people: number;
  readonly atOnce: number;
}

async function compareLookUps(name: string, { here, there }: Pair, lookUps: LookUps): Promise<Figure> {
  const looks = { here: await lookUpOf(here, lookUps), there: await lookUpOf(there, lookUps) };
  return compareInTurns(name, looks);
}

/** Looks sessions up in this process, whose CPU is counted as the server's. */
async function lookUpOf({ database, viewers, sessions, readPostgresCpuMs }: Tree, { people, atOnce }: LookUps) {
  const requests: Request[] = [];
  for (let n = 0; n < people; n++) {
    const token = await viewers.signIn(database, await viewers.addViewer(database));
    requests.push({ headers: { authorization: `Bearer ${token}` } } as unknown as Request);
  }
  const calls = Array.from({ length: atOnce }, (_, n) => requests[n % people] as Request);
  return async (): Promise<Load> => {
    const before = { own: ownCpuMs(), postgres: readPostgresCpuMs(), at: performance.now() };
    for (let n = 0; n < ROUNDS; n++) {
      await Promise.all(calls.map((request) => sessions.readSession(database, request)));
    }
    const lookUps = ROUNDS * atOnce;
    return {
      requestsPerSecond: lookUps / ((performance.now() - before.at) / 1_000),
      serverCpuMs: (ownCpuMs() - before.own) / lookUps,
      postgresCpuMs: (readPostgresCpuMs() - before.postgres) / lookUps,
    };
  };
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function compareInTurns(name: string, loads: Record<keyof Pair, () => Promise<Load>>): Promise<Figure> {
  const turns: Turn<Load>[] = [];
  for (let turn = 0; turn <= TURNS; turn++) {
    const loaded = { target: await loads.here(), floor: await loads.there() };
    if (turn > 0) turns.push(loaded);
  }
  return {
    target: name,
    floor: 'the other checkout',
    measures: [
      measure('requests a second', turns, (load) => load.requestsPerSecond, { more: true }),
      measure('CPU ms', turns, (load) => load.serverCpuMs, { more: false }),
      measure("PostgreSQL's CPU ms", turns, (load) => load.postgresCpuMs, { more: false }),
      measure('CPU ms together', turns, (load) => load.serverCpuMs + load.postgresCpuMs, { more: false }),
    ],
  };
}
