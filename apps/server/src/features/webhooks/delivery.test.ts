import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, companyOf, join, type Person } from '../../../test/people.ts';
import { HOST, PUBLIC } from '../../platform/outbound/internet.fixture.ts';
import { claimWebhooks, deleteOldCalls } from './commands-deliver.ts';
import { MAX_TRIES } from './rules.ts';
import { ADDRESS, WebhookWorld } from './webhook-calls.fixture.ts';

let hooks: WebhookWorld;

beforeAll(async () => {
  hooks = await WebhookWorld.start();
});

beforeEach(() => hooks.clear());

afterAll(() => hooks.close());

/** What the internet's server got, as its events. */
function told(): { type: string; data: Record<string, string> }[] {
  return hooks.internet.got.map(({ body }) => JSON.parse(body.toString()));
}

function answerWith(status: number, headers: Record<string, string> = {}): void {
  hooks.internet.answer((_request, response) => void response.writeHead(status, headers).end('no'));
}

async function testCall(person: Person) {
  const made = await hooks.addWell(person);
  await hooks.send(person, 'POST', `/${made._id}/test`);
  return made;
}

describe('what happened', () => {
  test('is told thin and once, however often and by whomever it is looked for', async () => {
    const { premium } = hooks.world.people;
    const { secret } = await hooks.addWell(premium, { events: ['status.recorded', 'note.added', 'payment.recorded'] });
    await hooks.record(premium, { note: 'paid by cheque 4711' });
    expect(await Promise.all([hooks.find(), hooks.find(), hooks.find()])).toHaveLength(3);
    expect(await hooks.find()).toBe(0);
    expect(await hooks.deliver()).toBe(1);
    const [got] = hooks.internet.got;
    expect(new Verifier(secret).verify(got?.body ?? '', got?.headers ?? {})).toEqual({
      type: 'status.recorded',
      timestamp: expect.any(String),
      data: {
        companyId: await companyOf(hooks.world.server.services, premium),
        itemId: hooks.world.items.one,
        day: '2026-12-15T00:00:00.000Z',
        recordId: expect.any(String),
      },
    });
    expect(got?.body.toString()).not.toContain('4711');
  });

  test('is told to each webhook that is for it, of that company alone, and not from before', async () => {
    const { premium, free } = hooks.world.people;
    await hooks.record(premium);
    const statuses = await hooks.addWell(premium);
    const payments = await hooks.addWell(premium, { events: ['payment.recorded'] });
    const others = await hooks.addWell(free);
    expect(await hooks.find()).toBe(0);
    await hooks.record(premium, { status: 'not-to-do' });
    expect(await hooks.find()).toBe(1);
    expect((await hooks.calls(premium, statuses)).map(({ event }) => event)).toEqual(['status.recorded']);
    expect(await hooks.calls(premium, payments)).toEqual([]);
    expect(await hooks.calls(free, others)).toEqual([]);
  });

  test('of a free company is what its activity shows: no notes, of a day the newest status', async () => {
    const { free } = hooks.world.people;
    await hooks.addWell(free, { events: ['status.recorded', 'note.added'] });
    await hooks.record(free, { status: 'done', note: 'one' });
    await hooks.record(free, { status: 'not-done', note: 'two' });
    await hooks.sql(
      `insert into status_records (workspace_id, compliance_item_id, day, id, status, note)
       select workspace_id, compliance_item_id, day, uuidv7(), 'NOTE', 'three' from status_entries where workspace_id = $1`,
      free.workspaceId,
    );
    expect(await hooks.find()).toBe(1);
  });

  test('of checks, people and things of the company', async () => {
    const { server, people } = hooks.world;
    const events = ['check.waiting', 'check.approved', 'status.recorded', 'member.joined', 'registration.added'];
    await hooks.addWell(people.premium, { events });
    const checker = await addPerson(server.services);
    await join(server.services, checker, people.premium, { role: 'member' });
    const assign = (userId: string | null) =>
      server.call({
        method: 'PUT',
        url: '/api/assignments',
        token: people.premium.token,
        payload: { scope: 'item', ids: [hooks.world.items.other], checker: userId },
      });
    expect((await assign(checker.userId)).statusCode).toBe(200);
    await hooks.record(people.premium, {}, hooks.world.items.other);
    await hooks.find();
    await hooks.deliver();
    expect(told().map(({ type }) => type)).toEqual(['check.waiting']);
    const recordId = told()[0]?.data.recordId;
    const approved = await server.call({
      method: 'POST',
      url: `/api/checks/${recordId}/approve`,
      token: checker.token,
      headers: { 'x-company': await companyOf(server.services, people.premium) },
      payload: {},
    });
    expect(approved.statusCode).toBe(200);
    await server.call({
      method: 'POST',
      url: '/api/registrations',
      token: people.premium.token,
      payload: { kind: 'pan', number: 'AAPFU0939F' },
    });
    await hooks.find();
    await hooks.deliver();
    const later = told().slice(1);
    expect(later.map(({ type }) => type).toSorted()).toEqual(['check.approved', 'registration.added']);
    expect(later.find(({ type }) => type === 'check.approved')?.data).toMatchObject({ recordId });
    expect(JSON.stringify(later)).not.toContain('AAPFU0939F');
    await assign(null);
  });

  test('of events is told by their ids; of a complaint nothing at all', async () => {
    const { premium } = hooks.world.people;
    await hooks.addWell(premium, { events: ['event.recorded', 'duty.recorded', 'status.recorded'] });
    const kind = (visibility: string) => ({
      sql: `insert into events (workspace_id, id, kind, edition, definition, visibility, state, label, happened_at, recorded_by)
        values ($1, uuidv7(), 'x', 'x', '{}', $2, 'Kerala', 'Secret label', now(), $3) returning id`,
      values: [premium.workspaceId, visibility, premium.userId],
    });
    const add = async (visibility: string) => {
      const { sql, values } = kind(visibility);
      const [event] = await hooks.sql<{ id: string }>(sql, ...values);
      const [duty] = await hooks.sql<{ id: string }>(
        `insert into event_duties (workspace_id, id, event_id, position, title, definition, standing)
         values ($1, uuidv7(), $2, 1, 'Secret duty', '{}', 'open') returning id`,
        premium.workspaceId,
        event?.id,
      );
      await hooks.sql(
        `insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, created_at)
         values ($1, uuidv7(), $2, 'done', 'Secret note', $3, now())`,
        premium.workspaceId,
        duty?.id,
        premium.userId,
      );
      return { eventId: event?.id ?? '', dutyId: duty?.id ?? '' };
    };
    const company = await add('company');
    const complaint = await add('named');
    expect(await hooks.find()).toBe(2);
    await hooks.deliver();
    expect(
      told()
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['duty.recorded', 'event.recorded']);
    expect(told().map(({ data }) => data.eventId)).toEqual([company.eventId, company.eventId]);
    const kept = JSON.stringify(await hooks.sql('select * from webhook_calls'));
    for (const hidden of [complaint.eventId, complaint.dutyId, 'Secret']) {
      expect(kept + hooks.internet.got.map(({ body }) => body)).not.toContain(hidden);
    }
  });

  test('is found though it was committed late, and though the clock was set back', async () => {
    const { premium } = hooks.world.people;
    await hooks.addWell(premium);
    await hooks.sql(`update webhooks set since = now() - interval '1 hour'`);
    await hooks.record(premium);
    await hooks.sql(
      `update status_records set created_at = now() - interval '8 minutes' where id = (
        select id from status_records where workspace_id = $1 order by created_at desc limit 1)`,
      premium.workspaceId,
    );
    expect(await hooks.find()).toBe(1);
    await hooks.sql(`update webhooks set looked_until = now() + interval '1 hour', since = now() + interval '1 hour'`);
    await hooks.record(premium, { status: 'pending' });
    expect(await hooks.find()).toBeGreaterThanOrEqual(1);
    const [{ ahead } = { ahead: true }] = await hooks.sql<{ ahead: boolean }>(
      'select looked_until > now() as ahead from webhooks',
    );
    expect(ahead).toBe(false);
  });

  test('of many at once all is found', async () => {
    const { premium } = hooks.world.people;
    const made = await hooks.addWell(premium);
    await hooks.record(premium);
    await hooks.sql(
      `insert into status_records (workspace_id, compliance_item_id, day, id, status, created_at)
       select workspace_id, compliance_item_id, day, uuidv7(), 'done', now() from status_entries, generate_series(1, 1200)
       where workspace_id = $1 and compliance_item_id = $2`,
      premium.workspaceId,
      hooks.world.items.one,
    );
    expect(await hooks.find()).toBe(1_201);
    expect(await hooks.find()).toBe(0);
    expect((await hooks.list(premium))[0]).toMatchObject({ _id: made._id, waiting: 1_000 });
  });
});

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
    // A clock that was set back doesn't keep it busy.
    await hooks.sql(`update webhooks set busy_until = now() + interval '1 hour'`);
    expect(await claimWebhooks(db, 'quick', 10)).toHaveLength(1);
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
