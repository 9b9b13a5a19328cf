import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callWhileHeld } from '../../../test/locks.ts';
import { addPerson, join, type Person } from '../../../test/people.ts';
import { HOST, PUBLIC } from '../../platform/outbound/internet.fixture.ts';
import { callWebhook, claimWebhooks, deleteOldCalls } from './commands-deliver.ts';
import { MAX_TRIES } from './rules.ts';
import { ADDRESS, WebhookWorld } from './webhook-calls.fixture.ts';

let hooks: WebhookWorld;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
});

beforeEach(() => hooks.clear());

afterAll(() => hooks.close());

function answerWith(status: number, headers: Record<string, string> = {}): void {
  hooks.internet.answer((_request, response) => void response.writeHead(status, headers).end('no'));
}

async function testCall(person: Person) {
  const made = await hooks.addWell(person);
  await hooks.send(person, 'POST', `/${made._id}/test`);
  return made;
}

describe('what fails', () => {
  test('is tried twelve times, then given up; it is waiting in between', async () => {
    const { premium } = hooks.world.people;
    const made = await testCall(premium);
    answerWith(503);
    for (let tries = 1; tries < MAX_TRIES; tries++) {
      expect(await hooks.deliver()).toBe(1);
      expect(await hooks.calls(premium, made)).toMatchObject([{ state: 'waiting', tries, status: 503, answer: 'no' }]);
      expect(await hooks.deliver()).toBe(0);
      await hooks.passPauses();
    }
    expect(await hooks.deliver()).toBe(1);
    expect(await hooks.calls(premium, made)).toMatchObject([{ state: 'failed', tries: 12, nextAt: null }]);
    await hooks.passPauses();
    expect(await hooks.deliver()).toBe(0);
    expect((await hooks.list(premium))[0]).toMatchObject({ failures: 12, failingSince: expect.any(String), off: null });
  });

  test('waits as long as the address asks', async () => {
    const { premium } = hooks.world.people;
    const made = await testCall(premium);
    answerWith(429, { 'retry-after': '7200' });
    await hooks.deliver();
    const [call] = await hooks.calls(premium, made);
    const [{ due } = { due: new Date(0) }] = await hooks.sql<{ due: Date }>('select due_at as due from webhooks');
    for (const at of [new Date(call?.nextAt ?? 0), due]) {
      const seconds = (at.getTime() - new Date(call?.triedAt ?? 0).getTime()) / 1_000;
      expect(Math.round(seconds)).toBe(7_200);
    }
  });

  test.each([
    ['redirects', 302],
    ['informs', 304],
    ['refuses', 400],
    ['is gone', 410],
  ])('counts as failed where the address %s', async (_name, status) => {
    const made = await testCall(hooks.world.people.premium);
    answerWith(status, { location: 'https://127.0.0.1/' });
    await hooks.deliver();
    expect(await hooks.calls(hooks.world.people.premium, made)).toMatchObject([{ state: 'waiting', status }]);
  });

  test('is refused at the call where the name leads inside by now, and nothing is sent', async () => {
    const { premium } = hooks.world.people;
    const made = await testCall(premium);
    hooks.internet.names.set(HOST, [['127.0.0.1']]);
    await hooks.deliver();
    hooks.internet.names.set(HOST, [[PUBLIC]]);
    expect(await hooks.calls(premium, made)).toMatchObject([{ state: 'waiting', fault: 'address', answer: null }]);
    expect(hooks.internet.got).toEqual([]);
  });

  test('one good call ends a row of failures', async () => {
    const { premium } = hooks.world.people;
    await testCall(premium);
    answerWith(500);
    await hooks.deliver();
    answerWith(200);
    await hooks.passPauses();
    await hooks.deliver();
    expect(await hooks.list(premium)).toMatchObject([{ failures: 0, failingSince: null, waiting: 0 }]);
  });

  test('what happens meanwhile waits with it, and follows it once it goes well', async () => {
    const { premium } = hooks.world.people;
    await testCall(premium);
    answerWith(500);
    await hooks.deliver();
    await hooks.record(premium);
    await hooks.find();
    expect(await hooks.deliver()).toBe(0);
    answerWith(200);
    await hooks.sql('update webhooks set due_at = now()');
    expect(await hooks.deliver()).toBe(1);
    await hooks.passPauses();
    expect(await hooks.deliver()).toBe(1);
    expect(await hooks.list(premium)).toMatchObject([{ waiting: 0 }]);
  });
});

describe('switching off', () => {
  /** Lets a webhook fail, so many times before and once now, for so long. */
  async function fail(failures: number, lasting: string): Promise<void> {
    answerWith(500);
    await hooks.sql('update webhooks set failures = $1, failing_since = now() - $2::interval', failures, lasting);
    await hooks.passPauses();
    await hooks.deliver();
  }

  test('takes ten failures and a day; then who made it has a mail, and it is on again by hand', async () => {
    const { premium } = hooks.world.people;
    const made = await testCall(premium);
    await fail(8, '3 days');
    await fail(20, '23 hours');
    expect(await hooks.list(premium)).toMatchObject([{ off: null, failures: 21 }]);
    expect(hooks.world.server.enqueued).toEqual([]);
    await fail(9, '1 day');
    expect(await hooks.list(premium)).toMatchObject([{ off: { why: 'failures', at: expect.any(String) }, waiting: 1 }]);
    expect(hooks.world.server.enqueued).toMatchObject([
      {
        queue: 'deliver-mail',
        data: { to: `${premium.userId}@example.in`, subject: expect.stringContaining('is switched off') },
      },
    ]);
    expect(JSON.stringify(hooks.world.server.enqueued)).not.toContain(ADDRESS);
    await hooks.record(premium);
    expect([await hooks.find(), await hooks.deliver()]).toEqual([0, 0]);

    answerWith(200);
    const on = await hooks.send(premium, 'PATCH', `/${made._id}`, { on: true });
    expect(on.json().data).toMatchObject({ off: null, failures: 0 });
    expect(await hooks.find()).toBe(0);
    await hooks.passPauses();
    expect(await hooks.deliver()).toBe(1);
    expect(await hooks.calls(premium, made)).toMatchObject([{ state: 'delivered' }]);
  });

  test('of a webhook whose maker left or manages no more the owner hears, who answers for it', async () => {
    const { server, people } = hooks.world;
    const maker = await addPerson(server.services);
    await join(server.services, maker, people.premium);
    const made = await hooks.addWell(people.premium);
    await hooks.sql('update webhooks set made_by = $1', maker.userId);
    expect((await hooks.list(people.premium))[0]?.madeBy).toBe(maker.userId);
    await hooks.sql(`update memberships set role = 'member' where user_id = $1 and role = 'manager'`, maker.userId);
    expect((await hooks.list(people.premium))[0]?.madeBy).toBe(people.premium.userId);
    await hooks.sql(
      'delete from memberships where user_id = $1 and workspace_id = $2',
      maker.userId,
      people.premium.workspaceId,
    );
    await hooks.send(people.premium, 'POST', `/${made._id}/test`);
    await fail(30, '2 days');
    expect(server.enqueued).toMatchObject([{ data: { to: `${people.premium.userId}@example.in` } }]);
  });
});

describe('many webhooks', () => {
  test('one is called by one instance at a time, until that is lost', async () => {
    const { db } = hooks.world.server.services.database;
    await testCall(hooks.world.people.premium);
    const claims = await Promise.all([1, 2, 3].map(() => claimWebhooks(db, 'quick', 10)));
    expect(claims.flat()).toHaveLength(1);
    expect(await claimWebhooks(db, 'quick', 10)).toEqual([]);
    await hooks.sql(`update webhooks set busy_until = now() - interval '1 second'`);
    expect(await claimWebhooks(db, 'quick', 10)).toHaveLength(1);
    // Who claimed it may have begun a moment after the one who asks.
    await hooks.sql(`update webhooks set busy_until = now() + interval '61 seconds'`);
    expect(await claimWebhooks(db, 'quick', 10)).toEqual([]);
    // A clock that was set back doesn't keep it busy.
    await hooks.sql(`update webhooks set busy_until = now() + interval '1 hour'`);
    expect(await claimWebhooks(db, 'quick', 10)).toHaveLength(1);
  });

  test('no more are claimed than there is room for, however the statement is planned', async () => {
    const { server, people } = hooks.world;
    for (const path of ['/one', '/two', '/three']) {
      await hooks.addWell(people.premium, { address: `${ADDRESS}${path}` });
    }
    await hooks.sql('update webhooks set due_at = now()');
    const claimed = await server.services.database.db.transaction().execute(async (trx) => {
      for (const plan of ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material']) {
        await sql`set local enable_${sql.raw(plan)} = off`.execute(trx);
      }
      return claimWebhooks(trx, 'quick', 1);
    });
    expect(claimed).toHaveLength(1);
    expect(await claimWebhooks(server.services.database.db, 'quick', 10)).toHaveLength(2);
  });

  test('what happens while one is let go that had nothing to call is called next', async () => {
    const { server, people } = hooks.world;
    const { database, ...services } = server.services;
    const { _id } = await hooks.addWell(people.premium);
    await hooks.sql('update webhooks set due_at = now()');
    const [webhook] = await claimWebhooks(database.db, 'quick', 1);
    if (!webhook) throw new Error('nothing was claimed');
    const happens = `
      with call as (
        insert into webhook_calls (workspace_id, webhook_id, id, event_key, event, data, happened_at, due_at)
        select workspace_id, id, gen_random_uuid(), 'status/1', 'status.recorded', '{}', now(), now()
        from webhooks where id = $1)
      update webhooks set due_at = now() where id = $1`;
    await callWhileHeld(server, [happens, _id], () => [callWebhook({ ...services, db: database.db }, webhook)]);
    expect(await hooks.deliver()).toBe(1);
    expect(await hooks.list(people.premium)).toMatchObject([{ waiting: 0 }]);
  });

  test('slow addresses have places of their own', async () => {
    const { server, people } = hooks.world;
    const { db } = server.services.database;
    await testCall(people.premium);
    const slow = await testCall(people.free);
    await hooks.sql('update webhooks set last_ms = 6900 where id = $1', slow._id);
    expect((await claimWebhooks(db, 'slow', 10)).map(({ id }) => id)).toEqual([slow._id]);
    const quick = await claimWebhooks(db, 'quick', 10);
    expect(quick).toHaveLength(1);
    expect(quick[0]?.id).not.toBe(slow._id);
  });

  test('calls of 30 days ago go', async () => {
    const { premium } = hooks.world.people;
    const made = await testCall(premium);
    await deleteOldCalls(hooks.world.server.services.database.db, 30);
    expect(await hooks.calls(premium, made)).toHaveLength(1);
    await hooks.sql(`update webhook_calls set made_at = now() - interval '30 days 1 minute'`);
    await deleteOldCalls(hooks.world.server.services.database.db, 30);
    expect(await hooks.calls(premium, made)).toEqual([]);
    expect(await hooks.deliver()).toBe(1);
    expect(hooks.internet.got).toEqual([]);
  });
});
