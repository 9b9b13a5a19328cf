import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../../apps/server/src/platform/errors/startup-error.ts';
import { openDatabase } from '../../apps/server/src/platform/postgres/database.ts';
import { findFreePort } from '../../apps/server/src/platform/process/free-port.ts';
import { onShutdown } from '../../apps/server/src/platform/process/shutdown.ts';
import { startSmtp } from '../../apps/server/test/smtp.ts';
import { addPerson } from '../../e2e/api.ts';
import { makePerson } from '../../e2e/people.ts';
import { BREACHES } from '../breaches.ts';
import { countMails, findKept, findReopened, findSessions } from './checks.ts';
import { Cluster, until } from './cluster.ts';
import { type Caller, Load } from './load.ts';
import { findPrograms, type Programs, readVersion, Stage } from './programs.ts';
import { type Places, startProxies } from './proxies.ts';
import { findInterruptions, findLongestSilence } from './record.ts';

/*
 * `npm run rehearse`: two instances behind HAProxy and PgBouncer, a primary and its synchronous standby. Under load one
 * instance is killed and started again, then the primary is killed and the standby promoted. What was acknowledged must
 * be there, and everything must come back by itself.
 */

const PEOPLE = 6;
const VISITORS = 60;

/** Milliseconds of load before an accident, and after it. */
const CALM_MS = 8_000;
const AFTER_MS = 12_000;

/** Milliseconds in which every stream of live updates hears something, when all is well. */
const QUIET_MS = 4_000;

/** A primary counts as lost when it didn't answer so often, so many milliseconds apart. */
const LOST = { looks: 3, everyMs: 250 };

/** Milliseconds within which mail of a killed instance is sent by the other: it counts as lost after a minute. */
const MAIL_WITHIN_MS = 240_000;

const MIGRATIONS = path.join(import.meta.dirname, '../../apps/server/src/migrations');

const running = new AsyncDisposableStack();
onShutdown(() => running.disposeAsync(), { error: (fault, message) => console.error(message, fault) });
process.on('uncaughtException', async (error) => {
  console.error(error);
  await running.disposeAsync();
  process.exit(1);
});
try {
  const programs = findPrograms();
  const stage = running.use(await Stage.set());
  const faults = await rehearse(stage, programs).catch(async (error) => {
    console.error(await stage.readLogs());
    throw error;
  });
  for (const fault of faults) console.error(`FAULT: ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
} finally {
  await running.disposeAsync();
}
process.exit();

/** @returns what didn't hold */
async function rehearse(stage: Stage, programs: Programs): Promise<string[]> {
  const password = randomBytes(24).toString('hex');
  const cluster = running.use(new Cluster(stage, programs.postgres, password));
  const places = await findPlaces();
  const [pg1, pg2] = places.nodes;
  say(
    `PostgreSQL ${readVersion(`${programs.postgres}/postgres`)}, PgBouncer ${readVersion(programs.pgbouncer)}, HAProxy ${readVersion(programs.haproxy, '-v')}`,
  );
  await cluster.makePrimary(pg1);
  await cluster.makeStandby(pg2, pg1);
  for (const node of places.nodes) cluster.keep(node);
  await startProxies(stage, programs, places, password);
  await until(
    () => cluster.query({ ...pg1, port: places.primary }, 'select 1').then(() => true),
    'HAProxy has found the primary',
  );
  say('the primary has its synchronous standby; HAProxy and two PgBouncers are there');

  const smtp = await startSmtp();
  running.defer(() => smtp.close());
  const url = `http://127.0.0.1:${places.web}`;
  const addressOf = (role: string, port: number) => `postgres://${role}:${password}@127.0.0.1:${port}/anupalan`;
  const ownerUrl = addressOf('anupalan_owner', places.primary);
  const startInstance = (index: 0 | 1) =>
    stage.startServer(`instance-${index + 1}`, {
      PORT: String(places.instances[index]),
      DATABASE_URL: addressOf('anupalan_app', places.poolers[index]),
      DATABASE_DIRECT_URL: addressOf('anupalan_app', places.primary),
      DATABASE_OWNER_URL: ownerUrl,
      SMTP_URL: `${smtp.url}?ignoreTLS=true`,
      ADMIN_EMAIL: 'admin@example.in',
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'info',
      ...{ AUTH_ATTEMPTS_PER_IP: '1000000', FORMS_PER_IP: '1000000', CALLS_PER_USER: '1000000' },
    });
  const isReady = async (port: number) => (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).ok;
  const first = await startInstance(0);
  await startInstance(1);
  for (const port of places.instances) await until(() => isReady(port), 'an instance is ready');
  await until(() => isReady(places.web), 'HAProxy has found the instances');

  const database = openDatabase(ownerUrl, () => {});
  const world = { connect: async () => database };
  const add = async (name: string): Promise<Caller> => {
    const person = makePerson(name);
    return { ...(await addPerson(world, person)), email: person.email, password: person.password };
  };
  const [people, visitors]: [Caller[], Caller[]] = [[], []];
  for (let count = 0; count < PEOPLE; count++) people.push(await add('Meera'));
  for (let count = 0; count < VISITORS; count++) visitors.push(await add('Ravi'));
  const ids = people.map(({ id }) => id);
  await database.pool.query(`update users set role = 'premium' where id = any($1)`, [ids]);
  const { rows } = await database.pool.query(`select id from compliance_items where state = '-' limit 20`);
  await database.close();
  const items = rows.map(({ id }) => String(id));

  const load = new Load({ url, items, people, visitors, smtp });
  say(`two instances are ready, and ${PEOPLE} people read, write and listen, one signs in, one sends messages`);
  await pause(CALM_MS);
  report(load, 'calm', 0, load.now);

  const killedAt = load.now;
  await first.kill();
  say('instance 1 is killed (kill -9)');
  await pause(AFTER_MS);
  report(load, 'after the instance was killed', killedAt, load.now);
  await startInstance(0);
  await until(() => isReady(places.instances[0]), 'the instance is ready again');
  say('instance 1 is started again');
  await pause(CALM_MS / 2);

  const lostAt = load.now;
  await cluster.kill(pg1);
  say('the primary is killed (kill -9, with all its processes)');
  for (let looks = 0; looks < LOST.looks; ) {
    await pause(LOST.everyMs);
    looks = (await cluster.isPrimary(pg1)) ? 0 : looks + 1;
  }
  await cluster.promote(pg2);
  say(
    `the standby is promoted, ${Math.round(load.now - lostAt)} ms after the kill: ${LOST.looks} looks found no primary`,
  );
  await pause(AFTER_MS);
  report(load, 'after the primary was killed', lostAt, load.now);
  const ask = (text: string, values: unknown[] = []) => cluster.query(pg2, text, values, 'anupalan');
  const sessions = await ask(`
    select application_name as name, count(distinct client_port) as sessions from pg_stat_activity
    where datname = 'anupalan' and application_name like 'anupalan%' group by 1 order by 1`);
  say(`sessions of the new primary: ${sessions.map(({ name, sessions }) => `${name} ${sessions}`).join(', ')}`);
  await cluster.rejoin(pg1, pg2);
  say('the former primary has been rewound (pg_rewind) and is the synchronous standby');
  await pause(CALM_MS / 2);
  const stoppedAt = load.now;
  await load.stop();

  const { messages } = load.acknowledged;
  const countUndone = async () => {
    const [{ undone } = {}] = await ask(`
      select count(*) as undone from pgboss.job
      where name = 'deliver-mail' and state in ('created', 'retry', 'active', 'failed')`);
    return Number(undone);
  };
  const isSent = async () => countMails(smtp).size >= messages.length && (await countUndone()) === 0;
  await until(isSent, 'every mail is sent', MAIL_WITHIN_MS).catch(() => {});
  const kept = [...(await findKept(ask, load.acknowledged, smtp)), await findSessions(url, load.acknowledged.tokens)];
  say(`what was acknowledged in ${Math.round(stoppedAt / 1_000)} s:`);
  console.table(Object.fromEntries(kept.map(({ what, ...counts }) => [what, counts])));
  const faults = kept.filter(({ missing }) => missing > 0).map(({ what, missing }) => `${missing} ${what} are missing`);
  for (const [rule, find] of Object.entries(BREACHES)) {
    if ((await ask(find)).length > 0) faults.push(`the tables don't agree: ${rule}`);
  }
  const [{ applied } = {}] = await ask('select count(*) as applied from kysely_migration');
  const known = (await readdir(MIGRATIONS)).length;
  say(`${applied} of ${known} migrations ran on this PostgreSQL; the tables agree with each other`);
  if (Number(applied) !== known) faults.push('a migration is missing');
  const undone = await countUndone();
  if (undone > 0) faults.push(`${undone} jobs are not done`);
  const isSilent = (moments: number[]) => findLongestSilence(moments, stoppedAt - QUIET_MS, stoppedAt) >= QUIET_MS;
  if (load.heard.some(isSilent)) faults.push('a stream of live updates hears nothing');
  for (const index of [1, 2]) await tellOutages(stage, `instance-${index}`);
  return faults;
}

async function findPlaces(): Promise<Places> {
  const port = findFreePort;
  return {
    web: await port(),
    primary: await port(),
    instances: [await port(), await port()],
    poolers: [await port(), await port()],
    nodes: [
      { name: 'pg1', port: await port(), healthPort: await port() },
      { name: 'pg2', port: await port(), healthPort: await port() },
    ],
  };
}

/** Says what a stretch of time was like for who called and who listened. */
function report(load: Load, when: string, from: number, to: number): void {
  say(`${when}, ${Math.round((to - from) / 1_000)} s:`);
  const round = (ms: number | null) => (ms === null ? '-' : Math.round(ms));
  console.table(
    Object.fromEntries(
      findInterruptions(load.calls, from, to).map(({ kind, ...found }) => [
        kind,
        {
          calls: found.calls,
          refused: found.refused,
          broken: found.broken,
          'ms to success': round(found.untilSuccess),
          'longest without ms': round(found.silence),
          'slowest ms': round(found.slowest),
        },
      ]),
    ),
  );
  const silence = Math.max(...load.heard.map((moments) => findLongestSilence(moments, from, to)));
  say(`live updates: ${findReopened(load, from, to)}; the longest without news was ${Math.round(silence)} ms`);
}

/** Says what an instance's log has of a database that was away. */
async function tellOutages(stage: Stage, name: string): Promise<void> {
  const lines = (await readFile(path.join(stage.folder, `${name}.log`), 'utf8')).split('\n');
  const told = lines.filter((line) => /the database is (away|back)/.test(line)).map((line) => JSON.parse(line));
  const texts = told.map(({ msg, reason, seconds }) => (reason ? `${msg} (${reason})` : `${msg} after ${seconds} s`));
  say(`the log of ${name}: ${texts.join('; ') || 'no word of the database'}`);
}

function say(text: string): void {
  console.log(`[${(performance.now() / 1_000).toFixed(1).padStart(5)} s] ${text}`);
}
