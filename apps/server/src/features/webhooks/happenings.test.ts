import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, companyOf, join } from '../../../test/people.ts';
import { WebhookWorld } from './webhook-calls.fixture.ts';

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
    const { premium, colleague } = hooks.world.people;
    await hooks.addWell(premium, {
      events: ['event.recorded', 'duty.recorded', 'status.taken_back', 'check.waiting', 'check.approved'],
    });
    /** Adds a row of a company's event. @returns its id */
    const insert = async (table: string, columns: Record<string, unknown>): Promise<string> => {
      const names = ['workspace_id', 'id', ...Object.keys(columns)];
      const places = Object.keys(columns).map((_, index) => `$${index + 2}`);
      const [row] = await hooks.sql<{ id: string }>(
        `insert into ${table} (${names.join()}) values (${['$1', 'uuidv7()', ...places].join()}) returning id`,
        ...[premium.workspaceId, ...Object.values(columns)],
      );
      return row?.id ?? '';
    };
    const now = Temporal.Now.instant().toString();
    const addEvent = async (visibility: 'company' | 'named') => {
      const event_id = await insert('events', {
        ...{ kind: 'x', edition: 'x', definition: {}, visibility, state: 'Kerala', label: 'Secret label' },
        ...{ happened_at: now, recorded_by: premium.userId },
      });
      const duty_id = await insert('event_duties', {
        ...{ event_id, position: 1, title: 'Secret duty', definition: {}, standing: 'open' },
      });
      const record = { duty_id, updated_by: premium.userId, created_at: now };
      const takes_back = await insert('event_duty_records', { ...record, status: 'done', note: 'Secret note' });
      await insert('event_duty_records', { ...record, status: 'NOTE', note: '', takes_back });
      const check = {
        ...{ duty_id, status: 'done', note: 'Secret note', made_at: now, author_id: premium.userId },
        ...{ in_name_of: premium.userId, waits_for: colleague.userId },
      };
      await insert('checks', check);
      await insert('checks', { ...check, outcome: 'approved', decided_at: now, decided_by: colleague.userId });
      return { event_id, duty_id };
    };
    const company = await addEvent('company');
    const complaint = await addEvent('named');
    expect(await hooks.find()).toBe(5);
    await hooks.deliver();
    const types = told().map(({ type }) => type);
    expect(types.toSorted()).toEqual([
      ...['check.approved', 'check.waiting', 'duty.recorded', 'event.recorded', 'status.taken_back'],
    ]);
    expect(new Set(told().map(({ data }) => data.eventId))).toEqual(new Set([company.event_id]));
    const kept = JSON.stringify(await hooks.sql('select * from webhook_calls'));
    for (const hidden of [complaint.event_id, complaint.duty_id, 'Secret']) {
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
