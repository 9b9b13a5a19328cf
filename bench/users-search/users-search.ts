import { openDatabase, UNLIMITED } from '../../apps/server/src/platform/postgres/database.ts';
import { startServer } from '../bench-server.ts';
import { type BenchPostgres, type Figure, measure, type Turn } from '../figure.ts';
import { addViewer, signIn } from '../viewers.ts';
import { seedUsers } from './seed.ts';

const TURNS = 7;

/** The milliseconds in which every search has to be answered. */
const MOST_MS = 200;

/** What is searched: by how many users have it, whether its parts are frequent, and what else narrows it. */
const SEARCHES: readonly (readonly [what: string, query: string])[] = [
  ['one letter, frequent', 'search=a'],
  ['one letter, rare', 'search=x'],
  ['one letter of another script', 'search=வ'],
  ['two letters, frequent', 'search=sh'],
  ['two letters, rare', 'search=qa'],
  ['two letters, none', 'search=xq'],
  ['three letters inside words', 'search=avi'],
  ['nearly half', 'search=gmail.com'],
  ['the same, the last page that is counted', 'search=gmail.com&page=1000'],
  ['a fifth', 'search=YAHOO.CO.IN'],
  ['one in twenty', 'search=yahoo.com'],
  ['one in thirty', 'search=priya'],
  ['one in forty', 'search=kumar'],
  ['one in a hundred', 'search=wadia'],
  ['the same, a late page', 'search=wadia&page=800'],
  ['one in a hundred, another script', 'search=शर्मा'],
  ['a whole name', 'search=priya sharma'],
  ['one', 'search=priya.sharma94777'],
  ['none', 'search=zzzz'],
  ['none, of 200 letters', `search=${'priya.sharma@gmail.co.in '.repeat(8)}`],
  ['none, of a frequent domain without its middle', 'search=yahoo.in'],
  ['none, of two frequent domains', 'search=gmail.co.in'],
  ['none, of a repeated part', 'search=oo.co.co.in'],
  ['few, a name twice', 'search=sharma sharma'],
  ['a digit', 'search=7777'],
  ['a role, nearly half', 'search=gmail.com&role=premium'],
  ['a role that one has, nearly half', 'search=gmail.com&role=admin'],
  ['a status, a fifth', 'search=yahoo.co.in&status=suspended'],
  ['a role and a status, nearly half', 'search=gmail.com&role=user&status=pending'],
  ['a role and a status, one letter', 'search=s&role=user&status=suspended'],
  ['a role and a status that few have, none', 'search=zzzz&role=premium&status=active'],
];

/** Measures searches of so many users, whole calls one after the other, against a page of the list without a search. */
export async function measureUsersSearch(postgres: BenchPostgres, users: number): Promise<Figure[]> {
  const { database } = postgres;
  const patient = openDatabase(postgres.databaseUrl, console.error, UNLIMITED);
  await seedUsers(patient.pool, users);
  await patient.close();
  const viewer = await addViewer(database);
  await database.pool.query(`update users set role = 'admin' where id = $1`, [viewer.userId]);
  const token = await signIn(database, viewer);
  await using server = await startServer('../apps/server/src/main.ts', {
    DATABASE_URL: postgres.databaseUrl,
    LOG_LEVEL: 'warn',
  });
  const ask = async (query: string) => {
    const cpu = postgres.readPostgresCpuMs();
    const began = performance.now();
    const url = `http://127.0.0.1:${server.port}/api/users?${query}`;
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    const body = await response.text();
    if (!response.ok) throw new Error(`${query} answered ${response.status}: ${body}`);
    return { ms: performance.now() - began, cpuMs: postgres.readPostgresCpuMs() - cpu };
  };
  const figures: Figure[] = [];
  for (const [what, query] of SEARCHES) {
    const turns: Turn<{ ms: number; cpuMs: number }>[] = [];
    for (let turn = 0; turn < TURNS; turn++) turns.push({ target: await ask(query), floor: await ask('page=2') });
    const slowest = Math.max(...turns.map(({ target }) => target.ms));
    const figure = {
      target: `${what} (${query.slice(0, 60)}), ${users.toLocaleString('en-IN')} users`,
      floor: `a page of the list without a search; ${MOST_MS} ms`,
      measures: [
        measure('ms a call', turns, ({ ms }) => ms, { more: false }),
        measure('CPU ms of PostgreSQL', turns, ({ cpuMs }) => cpuMs, { more: false }),
        { name: 'ms of the slowest', target: slowest, floor: MOST_MS, ratio: MOST_MS / slowest },
      ],
    };
    figures.push(figure);
    console.error(figure.target, ...figure.measures.map(({ target }) => Math.round(target)));
  }
  return figures;
}
