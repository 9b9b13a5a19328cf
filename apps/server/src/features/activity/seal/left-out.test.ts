import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { addPerson, type Person } from '../../../../test/people.ts';
import { sealingStuckSeconds } from '../../../platform/metrics/registry.ts';
import { sealRound } from './commands-rounds.ts';
import { SealWorker } from './seal-worker.ts';

let server: TestApp;
let broken: Person;
let sound: Person;

beforeAll(async () => {
  server = await startTestApp();
  const company = { employeeCount: 20, state: 'Kerala' } as const;
  [broken, sound] = [await addPerson(server.services, { company }), await addPerson(server.services, { company })];
});

afterAll(() => server.close());

const seal = () => sealRound(server.services.database.db);

async function add({ workspaceId, userId }: Person): Promise<void> {
  const text = `insert into activity (workspace_id, id, by, what, about) values ($1, $2, $3, 'facts.answer', '{}')`;
  await server.owner.query(text, [workspaceId, randomUUIDv7(), userId]);
}

async function count(table: 'seals' | 'sealed_events' | 'activity', { workspaceId }: Person): Promise<number> {
  const { rows } = await server.owner.query(`select count(*)::int from ${table} where workspace_id = $1`, [
    workspaceId,
  ]);
  return rows[0].count;
}

/** Does what the owner of a database can, with its triggers at rest. */
async function tamper(text: string, values: readonly unknown[] = []): Promise<void> {
  const client = await server.owner.connect();
  await client.query('set session_replication_role = replica');
  await client.query(text, [...values]);
  await client.query('set session_replication_role = origin');
  client.release();
}

test('a company whose chain is broken is left out and named, all others are sealed, and it is once it is whole', async () => {
  for (const person of [broken, sound]) await add(person);
  await seal();
  await tamper(
    'create table taken as select * from seals where workspace_id = $1'.replace('$1', `'${broken.workspaceId}'`),
  );
  await tamper('delete from seals where workspace_id = $1', [broken.workspaceId]);
  for (const person of [broken, sound, broken]) await add(person);
  const { leftOut, isWhole } = await seal();
  expect(leftOut).toEqual([{ workspaceId: broken.workspaceId, err: expect.objectContaining({ code: '23505' }) }]);
  expect(isWhole).toBe(true);
  expect(await count('sealed_events', sound)).toBe(await count('activity', sound));

  // It isn't tried with each round, and what it does meanwhile keeps nobody waiting.
  for (const person of [broken, sound]) await add(person);
  expect(await seal()).toMatchObject({ leftOut: [], sealed: 1, isWhole: true });
  const tryAgain = `update unsealed_companies set tried_at = now() - interval '6 minutes'`;
  await server.owner.query(tryAgain);
  expect((await seal()).leftOut).toHaveLength(1);

  await tamper('insert into seals select * from taken');
  await server.owner.query(tryAgain);
  expect(await seal()).toMatchObject({ leftOut: [], sealed: 3 });
  expect(await count('sealed_events', broken)).toBe(await count('activity', broken));
  expect((await server.owner.query('select from unsealed_companies')).rowCount).toBe(0);
});

const STUCK = 'nothing could be sealed for minutes, though events wait';

/** A worker whose every look at the clock is two minutes later. */
function startHurriedWorker() {
  let minutes = 0;
  const clock = () => {
    minutes += 2;
    return minutes * 60_000;
  };
  const log = { warn: vi.fn(), error: vi.fn() };
  return { log, worker: new SealWorker({ db: server.services.database.db, log, clock, pauseMs: 1 }) };
}

test('an alarm is raised, too, while the one company that has events can’t be sealed', async () => {
  await seal();
  await add(broken);
  await tamper(`create table kept as select * from seals where workspace_id = '${broken.workspaceId}'`);
  await tamper('delete from seals where workspace_id = $1', [broken.workspaceId]);
  const { log, worker } = startHurriedWorker();
  try {
    await vi.waitFor(() => expect(log.error).toHaveBeenCalledWith({ minutes: 6 }, STUCK), 10_000);
    await tamper('insert into seals select * from kept');
    await server.owner.query(`update unsealed_companies set tried_at = now() - interval '6 minutes'`);
    await vi.waitFor(async () => expect((await sealingStuckSeconds.get()).values[0]?.value).toBe(0), 10_000);
  } finally {
    await worker.stop();
  }
});

test('when nothing could be sealed for minutes an alarm is raised, which ends with the next seal', async () => {
  await add(sound);
  // Before the worker starts: in the middle of a round the company would fail, and be left out for minutes.
  await server.owner.query('alter table sealing rename to away');
  const { log, worker } = startHurriedWorker();
  try {
    await vi.waitFor(() => expect(log.error).toHaveBeenCalledWith({ minutes: 6 }, STUCK), 10_000);
    expect((await sealingStuckSeconds.get()).values[0]?.value).toBeGreaterThanOrEqual(300);
    await server.owner.query('alter table away rename to sealing');
    await vi.waitFor(async () => expect((await sealingStuckSeconds.get()).values[0]?.value).toBe(0), 10_000);
  } finally {
    await worker.stop();
  }
});
