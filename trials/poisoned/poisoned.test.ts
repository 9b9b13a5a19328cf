import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listJobs } from '../../apps/server/src/compose.ts';
import { sealRound } from '../../apps/server/src/features/activity/seal/commands-rounds.ts';
import { makeFeed } from '../../apps/server/src/features/calendar-feeds/calendar.fixture.ts';
import {
  addCatalogue,
  addRichCompany,
  type RichCompany,
} from '../../apps/server/src/features/company-files/rich-company.fixture.ts';
import { addAct, addItem } from '../../apps/server/test/catalogue.ts';
import { startTestApp, type TestApp } from '../../apps/server/test/harness.ts';
import { addPerson, companyOf, join, type Person } from '../../apps/server/test/people.ts';
import { listPoisons, type Poison } from './rows.ts';
import { letAnythingIn, withPoison } from './write-poison.ts';

/** Every how many of the poisons is tried: all of them by `POISONED=1`, some by `npm test`. */
const EVERY = Number(process.env.POISONED ?? 97);

/** Bytes of an answer at most, whatever a company has stored; the poison has 300,000 letters in a few rows. */
const MOST_BYTES = 4_000_000;

const NOW = Temporal.Instant.from('2026-11-23T02:30:00Z');

let server: TestApp;
/** The company whose rows are poisoned, and somebody who is a member there and has a company of their own. */
let poisoned: RichCompany;
let consultant: Person;
let consultantsCompany: string;
let ecr: string;
const errors: { msg: string; err?: { message: string; stack: string } }[] = [];

beforeAll(async () => {
  const sink = new Writable({
    write: (line, _encoding, done) => {
      const logged = JSON.parse(String(line));
      if (logged.level >= 50) errors.push(logged);
      done();
    },
  });
  const mailer = { deliver: async () => {}, close: () => {} };
  server = await startTestApp({ now: () => NOW, log: pino({ level: 'warn' }, sink), mailer });
  const catalogue = await addCatalogue(server);
  ecr = catalogue.ecr;
  const act = await addAct(server.services, { name: 'Wages' });
  await addItem(server.services, { act_id: act, title: 'Due today', due_date: '2026-11-23', frequency: 'once' });
  poisoned = await addRichCompany(server, catalogue);
  await server.owner.query(`update establishments set nature = 'office-or-shop' where nature = 'shop'`);
  consultant = await addPerson(server.services, { role: 'premium', company: { employeeCount: 20, state: 'Kerala' } });
  consultantsCompany = await companyOf(server.services, consultant);
  await join(server.services, consultant, poisoned.owner, { role: 'manager' });
  await letAnythingIn(server);
});

afterAll(() => server.close());

/** The readings of a company by its own people. */
const OWN_READINGS = [
  ...[
    '/compliance/data',
    '/compliance/may-apply',
    '/compliance/does-not-apply',
    '/company/profile',
    '/companies/profile',
  ],
  ...['/companies/overview', '/companies/overview/pdf', '/companies/report', '/establishments', '/registrations'],
  ...['/events', '/events/duties', '/facts', '/holidays', '/checks', '/activity', '/activity/file', '/assignments'],
  ...['/acts', '/evidence/closed', '/notifications', '/notifications/preferences', '/notifications/company-defaults'],
  ...['/law/changes', '/users/profile/data'],
  ...['compliance', 'payments', 'statuses'].flatMap((table) =>
    ['csv', 'xlsx', 'pdf'].map((format) => `/exports/${table}?format=${format}&from=2026-09-01&to=2026-12-31`),
  ),
];

/** The readings over several companies, which anybody else's fault must not end. */
const OTHERS_READINGS = () => [
  ...['/companies', '/companies/agenda', '/memberships', '/companies/overview', '/compliance/data', '/events/duties'],
  ...['/notifications', '/checks', `/compliance/run?itemId=${ecr}&forDate=2026-12-15`],
];

/** Jobs that need what is queued, or read the store of files. */
const APART = new Set(['deliver-mail', 'check-files', 'remove-files', 'scan-files']);

test('a company with rows that no call writes costs the others nothing, and is answered itself', {
  timeout: 3_600_000,
}, async () => {
  const all = await listPoisons(server);
  const feeds = [await makeFeed(server, poisoned.owner, 'company'), await makeFeed(server, consultant, 'person')];
  const faults: string[] = [];
  let tried = 0;
  for (const [n, poison] of all.entries()) {
    if (n % EVERY !== 0) continue;
    const isWritten = await withPoison(server, poison, poisoned.owner.workspaceId, async () => {
      faults.push(...(await findFaults(feeds)).map((fault) => `${nameOf(poison)}: ${fault}`));
    });
    if (isWritten) tried += 1;
  }
  expect(faults).toEqual([]);
  expect(tried).toBeGreaterThan(all.length / EVERY / 2);
});

function nameOf({ table, column, value }: Poison): string {
  return `${table}.${column} = ${value.slice(0, 30)}`;
}

function isFault(status: number | string): boolean {
  return typeof status === 'string' || status >= 500;
}

async function findFaults(feeds: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  const read = async (url: string, token?: string) => {
    // A file whose writing fails is cut off, so that nobody takes it for a whole one.
    const response = await server
      .call({ url, expect5xx: true, ...(token !== undefined && { token }) })
      .catch((error: unknown) => ({ statusCode: String(error), rawPayload: Buffer.alloc(0), json: () => ({}) }));
    if (response.rawPayload.length > MOST_BYTES) faults.push(`${url} has ${response.rawPayload.length} bytes`);
    return response;
  };
  for (const path of OWN_READINGS) {
    const { statusCode } = await read(`/api${path}`, poisoned.owner.token);
    if (isFault(statusCode)) faults.push(`${path} answers ${statusCode}: ${errors.at(-1)?.err?.message}`);
  }
  for (const path of OTHERS_READINGS()) {
    const { statusCode } = await read(`/api${path}`, consultant.token);
    if (statusCode !== 200) faults.push(`${path} answers ${statusCode} to another company`);
  }
  const list = (await read('/api/companies', consultant.token)).json();
  const mine = list.data?.find(({ _id }: { _id: string }) => _id === consultantsCompany);
  if (mine?.unreadable !== undefined || list.data?.length !== 2) faults.push('/companies has not both companies');
  for (const feed of feeds) {
    const { statusCode } = await read(feed);
    if (isFault(statusCode)) faults.push(`a calendar answers ${statusCode}`);
  }
  return [...faults, ...(await runJobs())];
}

/** Runs all jobs. @returns those that failed, and what the bystander wasn't told */
async function runJobs(): Promise<string[]> {
  const faults: string[] = [];
  await server.owner.query('delete from planned_hours; delete from messages');
  for (const job of listJobs(server.services)) {
    if (APART.has(job.queue)) continue;
    await job.run({}).catch((error: unknown) => faults.push(`${job.queue} fails: ${String(error)}`));
  }
  const { rows } = await server.owner.query('select kind from messages where user_id = $1', [consultant.userId]);
  if (!rows.some(({ kind }) => kind === 'digest')) faults.push('the bystander gets no digest');
  const { leftOut } = await sealRound(server.services.database.db);
  if (leftOut.some(({ workspaceId }) => workspaceId === consultant.workspaceId))
    faults.push('the bystander isn’t sealed');
  return faults;
}
