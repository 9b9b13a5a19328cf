import { randomUUIDv7 } from 'node:crypto';
import { readSentQueues, type Sent } from '@anupalan/contract/telling/sent';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { addPerson, companyOf, join, type Person, removePerson } from '../../../../test/people.ts';
import { deleteOldMailLog, noteMail } from '../../../platform/mail/mail-log.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import { queueMessages } from '../commands.ts';
import { noteOutcomes } from '../commands-note.ts';
import { deleteOldMessages } from '../commands-retention.ts';

const NOW = Temporal.Instant.from('2026-01-05T02:30:00Z');
const COMPANY = { employeeCount: 20, state: 'Kerala' } as const;

let server: TestApp;
let owner: Person;
let member: Person;
let company: string;

beforeAll(async () => {
  server = await startTestApp({ now: () => NOW });
});

beforeEach(async () => {
  owner = await addPerson(server.services, { company: COMPANY });
  member = await addPerson(server.services);
  company = await companyOf(server.services, owner);
  await join(server.services, member, owner, { role: 'member' });
  await server.owner.query('delete from messages');
  await server.owner.query('delete from mail_log');
});

afterAll(() => server.close());

const call = (person: Person, method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
  server.call({ method, url, token: person.token, headers: { 'x-company': company }, ...(payload && { payload }) });

async function read(person: Person, url: string) {
  const response = await call(person, 'GET', url);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

/** Makes a message to somebody. @returns its id */
async function add(person: Person, workspaceId: WorkspaceId | null = null): Promise<string> {
  const { db } = server.services.database;
  const key = `digest:${randomUUIDv7()}`;
  const what = { channel: 'mail', kind: 'digest', key, about: {}, sendAfter: NOW } as const;
  await db.transaction().execute((trx) => queueMessages(trx, [{ userId: person.userId, workspaceId, ...what }]));
  return (await db.selectFrom('messages').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
}

describe('what went out', () => {
  test("is listed with its outcome: of this company, of several, and nobody else's", async () => {
    const { db } = server.services.database;
    const { workspaceId } = owner;
    const other = await addPerson(server.services, { company: COMPANY });
    await join(server.services, member, other, { role: 'member' });
    const [sent, refused, left, later] = [
      await add(member, workspaceId),
      await add(member),
      await add(member, workspaceId),
      await add(member),
    ];
    await add(member, other.workspaceId);
    await add(owner, workspaceId);
    const address = `${member.userId}@example.in`;
    await noteOutcomes(
      db,
      [
        { id: sent, state: 'sent', subject: '3 due today', address },
        { id: refused, state: 'refused', subject: 'Due', address, error: '550' },
        { id: left, state: 'skipped', error: 'nothing-left' },
        { id: later, state: 'waiting', error: '450 Later', sendAfter: NOW.add({ minutes: 1 }) },
      ],
      NOW,
    );
    const list = await read(member, '/api/sent');
    expect(list.map(({ _id, outcome, words }: Sent) => [_id, outcome, words])).toEqual([
      [later, 'waiting', 'Not taken yet, tried 0 times'],
      [left, 'skipped', 'Not sent: nothing was left to say'],
      [refused, 'refused', 'Your address takes no mail'],
      [sent, 'sent', 'Sent'],
    ]);
    expect(list[3]).toEqual({
      _id: sent,
      channel: 'mail',
      what: 'Daily digest',
      subject: '3 due today',
      to: address,
      at: '2026-01-05T02:30:00.000Z',
      outcome: 'sent',
      words: 'Sent',
      next: null,
    });
    expect(list[0].next).toBe('2026-01-05T02:31:00.000Z');
  });

  test('has the codes and notices that went to them, and those of strangers without a trace of whom', async () => {
    const { db } = server.services.database;
    const email = `${member.userId}@example.in`;
    const tried: string[] = [];
    const refuse = new Error('Can’t send: 550 <nobody@example.com> unknown');
    const mailer = noteMail(
      {
        close: () => {},
        deliver: async ({ to, subject }) => {
          tried.push(to);
          if (subject === 'Refused') throw refuse;
        },
      },
      db,
      server.services.log,
    );
    const mail = (to: string, subject: string, id?: string) =>
      mailer.deliver({ to, subject, text: 'x', html: 'x', ...(id && { id }) });
    await mail(email.toUpperCase(), 'Your password was changed');
    await mail('stranger@example.com', 'A secret of theirs');
    await expect(mail('stranger@example.com', 'Refused')).rejects.toBe(refuse);
    const id = randomUUIDv7();
    for (const _ of [1, 2]) await expect(mail(email, 'Refused', id)).rejects.toBe(refuse);
    await server.owner.query(
      `insert into mail_log (id, user_id, subject, address, made_at, tried_at, state)
       values ($1, $2, 'Given up', $3, now() - interval '2 days', now() - interval '1 day', 'waiting')`,
      [randomUUIDv7(), member.userId, email],
    );

    expect(tried).toHaveLength(5);
    const lines = (await read(member, '/api/sent')) as Sent[];
    expect(lines.map(({ channel, subject, to, words }) => [channel, subject, to, words])).toEqual([
      ['notice', 'Refused', email, 'Not taken yet, tried twice'],
      ['notice', 'Your password was changed', email, 'Sent'],
      ['notice', 'Given up', email, 'Not sent: your mail server did not accept it'],
    ]);
    expect(await read(owner, '/api/sent')).toEqual([]);
    const { rows } = await server.owner.query('select * from mail_log where user_id is null');
    expect(rows).toMatchObject([
      { subject: null, address: null, state: 'sent', error: null },
      { subject: null, address: null, state: 'failed', error: 'Can’t send: 550 <…> unknown' },
    ]);
    const admin = await addPerson(server.services, { role: 'admin' });
    const seen = await server.call({ url: '/api/sent/queues', token: admin.token });
    const { queues, failures } = readSentQueues.answers[200].parse(seen.json()).data;
    expect(queues.find(({ channel }) => channel === 'notice')).toMatchObject({ waiting: 1, failing: 1, failed: 2 });
    expect(failures.map(({ userId }) => userId)).toEqual([null, member.userId]);
    await mail(email, 'Refused at first', id);
    expect((await read(member, '/api/sent'))[0]).toMatchObject({ _id: id, words: 'Sent', outcome: 'sent' });
    await removePerson(server.services, member.userId);
    await deleteOldMailLog(db, 400);
    expect((await server.owner.query('select user_id from mail_log')).rows).toEqual([
      { user_id: null },
      { user_id: null },
    ]);
  });

  test('has a hundred entries at most', async () => {
    await server.owner.query(
      `insert into messages (id, user_id, channel, kind, key, send_after)
       select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1::uuid, 'mail', 'digest', $1::text || ':' || n, now() from generate_series(1, 150) n`,
      [member.userId],
    );
    expect(await read(member, '/api/sent')).toHaveLength(100);
  });

  test('administrators see queues and failures, without addresses', async () => {
    const admin = await addPerson(server.services, { role: 'admin' });
    const { db } = server.services.database;
    await add(member);
    const [failed, refused] = [await add(member), await add(owner)];
    const address = `${owner.userId}@example.in`;
    await noteOutcomes(
      db,
      [
        { id: failed, state: 'failed', subject: 'Due', address: 'x@example.in', error: '554 Rejected' },
        { id: refused, state: 'refused', subject: 'Due', address, error: '550 No such user' },
      ],
      NOW,
    );
    await server.owner.query(`insert into file_faults values ('a-file', 'missing', '2026-11-20T00:00:00Z')`);
    await server.owner.query(
      `insert into seals (workspace_id, number, body, head, signature, at, count, found_late)
       select $1, n, '{}', repeat('0', 32)::bytea, repeat('0', 64)::bytea, '2026-11-20', 3, n = 2 from generate_series(1, 2) n`,
      [owner.workspaceId],
    );
    const queues = '/api/sent/queues';
    const response = await server.call({ url: queues, token: admin.token });
    expect(response.statusCode).toBe(200);
    const { queues: all, failures, files, sealedLate } = readSentQueues.answers[200].parse(response.json()).data;
    const oldest = NOW.toString({ smallestUnit: 'millisecond' });
    expect(all.find(({ channel }) => channel === 'mail')).toEqual({
      channel: 'mail',
      waiting: 1,
      oldest,
      failing: 0,
      refused: 1,
      failed: 1,
    });
    expect(failures).toMatchObject([
      { _id: refused, outcome: 'refused', error: '550 No such user', userId: owner.userId },
      { _id: failed, outcome: 'failed', error: '554 Rejected', userId: member.userId },
    ]);
    expect(files).toEqual([{ file: 'a-file', fault: 'missing', at: '2026-11-20T00:00:00.000Z' }]);
    const company = await companyOf(server.services, owner);
    expect(sealedLate).toEqual([{ company, seal: 2, count: 3, at: '2026-11-20T00:00:00.000Z' }]);
    expect(response.body).not.toContain(address);
    expect((await server.call({ url: queues, token: owner.token })).statusCode).toBe(403);
    expect((await server.call({ url: queues })).statusCode).toBe(401);
  });

  test('goes with its person, and after 400 days', async () => {
    const { db } = server.services.database;
    const kept = await add(owner);
    await add(member);
    await removePerson(server.services, member.userId);
    const day = 24 * 3_600 * 1_000;
    const old = [399, 401].map((days) => {
      const time = (Date.now() - days * day).toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
    });
    await server.owner.query('delete from messages where id <> $1', [kept]);
    await server.owner.query(
      `insert into messages (id, user_id, channel, kind, key, send_after)
       select id, $2, 'mail', 'digest', id::text, now() from unnest($1::uuid[]) id`,
      [old, owner.userId],
    );
    await deleteOldMessages(db, 400);
    const { rows } = await server.owner.query('select id from messages order by id');
    expect(rows.map(({ id }) => id)).toEqual([old[0], kept]);
  });
});
