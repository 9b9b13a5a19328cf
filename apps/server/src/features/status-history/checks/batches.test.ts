import fastify from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import { untilWaiting } from '../../../../test/locks.ts';
import type { Person } from '../../../../test/people.ts';
import { requireSession } from '../../../identity/read-session.ts';
import type { Session } from '../../../identity/sessions.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { OF_DUTIES } from '../../events/commands-checked.ts';
import { queueForDays } from '../commands-queue.ts';
import { decideBatch } from './commands-decide.ts';
import { OF_ITEMS } from './commands-items.ts';
import { beginWithTeam, company, queueOf, recordWaiting, team, world } from './team.fixture.ts';

beginWithTeam();

const BATCH = '0199f000-0000-7000-8000-000000000001';
const DAYS = ['15', '16', '17', '18', '19', '20'].map((day) => `2026-12-${day}`);

let ids: string[];

beforeEach(async () => {
  ids = [];
  for (const forDate of DAYS) ids.push(await recordWaiting(team.member, { forDate }));
  await world.server.owner.query('update checks set batch_id = $1 where id = any($2)', [BATCH, ids]);
});

async function sessionOf({ token }: Person): Promise<Session> {
  const app = fastify();
  const sessions: Session[] = [];
  app.get('/', async (request) => {
    sessions.push(await requireSession(world.server.services.database, request));
    return {};
  });
  await app.inject({ url: '/', headers: { authorization: `Bearer ${token}`, 'x-company': company } });
  const [session] = sessions;
  if (!session) throw new Error('There is no session');
  return session;
}

/** Approves the batch as the checker, four records a call and two a transaction. */
async function approve() {
  const { db } = world.server.services.database;
  const decision = { outcome: 'approved', text: '' } as const;
  const asked = { batchId: BATCH, decision, today: Temporal.PlainDate.from('2026-12-21') };
  return decideBatch(db, await sessionOf(team.checker), asked, OF_DUTIES, { ofCall: 4, ofTransaction: 2 });
}

test('a call decides so many, the longest waiting first, and says how many are left', async () => {
  expect(await approve()).toEqual({ decided: 4, left: 2 });
  expect(await queueOf(team.checker)).toEqual(ids.slice(4));
  expect(await approve()).toEqual({ decided: 2, left: 0 });
});

test('what is not there any more, or somebody else’s, is passed over', async () => {
  const { db } = world.server.services.database;
  let approving: ReturnType<typeof approve> | undefined;
  await db.transaction().execute(async (trx) => {
    await queueForDays(trx, team.owner.workspaceId);
    approving = approve();
    await untilWaiting(world.server.services.database, 1);
    await world.server.owner.query('update checks set waits_for = $1 where id = $2', [team.manager.userId, ids[1]]);
    await world.server.owner.query('delete from checks where id = $1', [ids[2]]);
  });
  expect(await approving).toEqual({ decided: 4, left: 0 });
  expect(await queueOf(team.manager)).toEqual([ids[1]]);
});

test('what is refused although it is listed keeps nobody from the others, and is not left', async () => {
  const lock = OF_ITEMS.lock.bind(OF_ITEMS);
  vi.spyOn(OF_ITEMS, 'lock').mockImplementation(async (trx, key) => {
    if (ids.indexOf(key.id) < 4) throw new AppError('forbidden', 'This record is checked by somebody else');
    return await lock(trx, key);
  });
  expect(await approve()).toEqual({ decided: 2, left: 0 });
  vi.restoreAllMocks();
  expect(await queueOf(team.checker)).toEqual(ids.slice(0, 4));
});

test('what refuses the rest in the middle keeps its code, and says how many were decided', async () => {
  const lock = OF_ITEMS.lock.bind(OF_ITEMS);
  vi.spyOn(OF_ITEMS, 'lock').mockImplementation(async (trx, key) => {
    if (key.id === ids[3]) throw new AppError('payment-required', 'The plan has ended');
    return await lock(trx, key);
  });
  const message = '2 records were approved, and then it ended: The plan has ended';
  await expect(approve()).rejects.toMatchObject({ code: 'payment-required', message });
  vi.restoreAllMocks();
});

test('one that fails in the middle says how many were decided', async () => {
  const { owner } = world.server;
  await owner.query(`alter table checks add constraint fails check (id <> '${ids[3]}' or outcome is null)`);
  await expect(approve()).rejects.toThrow('2 records were approved, and then it failed. Please try again');
  await owner.query('alter table checks drop constraint fails');
  expect(await queueOf(team.checker)).toEqual(ids.slice(2));
  expect(await approve()).toEqual({ decided: 4, left: 0 });
});
