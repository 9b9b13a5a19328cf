import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPerson, join } from '../../../test/people.ts';
import { createMailboxMailer } from '../../platform/mail/mailer.ts';
import { takeMessages, takingMessages } from './commands-take.ts';
import { type Delivering, KINDS, START, startDelivering } from './delivering.fixture.ts';
import { createMessageJobs } from './jobs.ts';

let world: Delivering;

beforeAll(async () => {
  world = await startDelivering();
});

beforeEach(() => world.begin());

afterAll(() => world.close());

test('it runs every minute, two batches at a time', () => {
  expect(createMessageJobs(world.server.services, KINDS)).toMatchObject([
    { queue: 'deliver-messages', cron: '* * * * *', atOnce: 2 },
  ]);
});

test('a message is made once and sent once, with headers that a signer leaves alone', async () => {
  expect(await world.queue({ key: 'one' }, { key: 'two', kind: 'trial' })).toBe(2);
  expect(await world.queue({ key: 'one' }, { key: 'later', sendAfter: world.now.add({ seconds: 1 }) })).toBe(1);
  await world.deliver();
  await world.deliver();
  expect(world.subjects()).toEqual(['one', 'two']);
  const { rows } = await world.server.owner.query(`select * from messages where key = 'one'`);
  expect(rows).toMatchObject([
    { state: 'sent', subject: 'one', address: `${world.person.userId}@example.in`, error: null },
  ]);
  const [first] = world.smtp.received.filter(({ mail }) => mail.subject === 'one');
  const headers = new Map(first?.mail.headers.map(({ key, value }) => [key, value]));
  expect(headers.get('message-id')).toBe(`<${rows[0].id}@anupalan.example.in>`);
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  expect(headers.get('list-unsubscribe')).toMatch(
    /^<https:\/\/anupalan\.example\.in\/api\/mail\/unsubscribe\?token=[\w-]{47}>$/,
  );
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(headers.get('content-type')).toContain('multipart/alternative');
  expect(headers.has('date')).toBe(true);
  expect(first?.mail.text).toContain('ESI is due');
  expect(first?.mail.html).toMatch(/href="https:\/\/anupalan\.example\.in\/unsubscribe#[\w-]{47}"/);
  // Nobody switches off a kind that isn't chosen.
  const [trial] = world.smtp.received.filter(({ mail }) => mail.subject === 'two');
  expect(trial?.mail.headers.some(({ key }) => key.startsWith('list-'))).toBe(false);
});

test('the local mailbox has a mail once that is handed over twice', async () => {
  const { db } = world.server.services.database;
  const mailbox = createMailboxMailer(db);
  const id = randomUUIDv7();
  const mail = { to: 'meera@example.in', subject: 'Twice', text: '', html: '', message: { id } };
  await mailbox.deliver(mail);
  await mailbox.deliver(mail);
  await mailbox.deliver({ ...mail, message: { id: randomUUIDv7() } });
  const queued = { to: mail.to, subject: mail.subject, text: '', html: '', id: randomUUIDv7() };
  for (const _ of [1, 2]) await mailbox.deliver(queued);
  const { rows } = await world.server.owner.query(`select from outgoing_mail where subject = 'Twice'`);
  expect(rows).toHaveLength(3);
});

test('instances share what is due, and none sends what another has', async () => {
  const keys = Array.from({ length: 60 }, (_, number) => `shared ${String(number).padStart(2, '0')}`);
  await world.queue(...keys.map((key) => ({ key })));
  await world.deliver({ instances: 4, batch: 7 });
  expect(world.subjects()).toEqual(keys);
  // Each run that found a whole batch called for another one, once.
  expect(world.server.enqueued.filter((job) => job.queue === 'deliver-messages').length).toBeGreaterThan(0);
});

test('an instance that stops begins no more, and gives the rest back', async () => {
  const keys = Array.from({ length: 20 }, (_, number) => ({ key: `stopped ${number}` }));
  await world.queue(...keys);
  let isStopping = false;
  world.judgeMail = () => {
    isStopping = true;
    return null;
  };
  const [job] = createMessageJobs(world.server.services, KINDS);
  await job?.run({}, () => isStopping);
  const begun = world.smtp.received.length;
  expect(begun).toBeLessThanOrEqual(5);
  const messages = await world.readMessages();
  expect(messages.filter(({ state, tries }) => state === 'waiting' && tries === 0)).toHaveLength(20 - begun);
  await world.deliver();
  expect(world.subjects()).toHaveLength(20);
});

test('what has its own minute goes before what has an hour', async () => {
  await world.queue(
    { key: 'digest 1' },
    { key: 'digest 2' },
    { key: 'reminder', kind: 'custom', sendAfter: world.now },
  );
  const taken = await takeMessages(world.server.services.database.db, {
    channel: 'mail',
    kinds: ['digest', 'custom'],
    now: world.now,
    limit: 1,
    takenSeconds: 60,
  });
  expect(taken.map(({ key }) => key)).toEqual(['reminder']);
});

test('a batch of very many is taken by indexes alone', async () => {
  const { owner, services } = world.server;
  await owner.query(
    `insert into users (id, first_name, last_name, primary_email, personal_phone, password_hash, role, status)
     select gen_random_uuid(), 'A', 'B', 'many-' || n || '@example.in', '', '', 'user', 'active'
     from generate_series(1, 2000) n`,
  );
  await owner.query(
    `insert into messages (id, user_id, channel, kind, key, send_after)
     select gen_random_uuid(), id, 'mail', kind, concat_ws(':', 'many', kind, id, n), $1
     from users, unnest(array['digest', 'custom']) kind, generate_series(1, 10) n where primary_email like 'many-%'`,
    [START.toString()],
  );
  await owner.query('analyze messages, users');
  const take = { channel: 'mail', kinds: ['digest', 'custom'], now: world.now, limit: 100, takenSeconds: 60 } as const;
  const { sql, parameters } = takingMessages(take).compile(services.database.db);
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${sql}`, [...parameters]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan.match(/Scan using messages_due/g), plan).toHaveLength(2);
  expect(plan).not.toMatch(/Seq Scan on (messages|users)/);
});

test('a message of a kind that this version does not know stays for one that does', async () => {
  await world.queue({ key: 'unknown', kind: 'monday' });
  await world.deliver();
  expect(await world.readMessages()).toEqual([{ key: 'unknown', state: 'waiting', error: null, tries: 0 }]);
});

test('what a worker took that fell silent is due again after a minute, and not before', async () => {
  await world.queue({ key: 'dropped' });
  const take = { channel: 'mail', kinds: ['digest'], limit: 10, takenSeconds: 60 } as const;
  await takeMessages(world.server.services.database.db, { ...take, now: world.now });
  // An instance whose clock is ahead waits as long as the others.
  world.now = START.add({ minutes: 10 });
  await world.deliver();
  expect(world.subjects()).toEqual([]);
  await world.fallSilent(59);
  await world.deliver();
  expect(world.subjects()).toEqual([]);
  await world.fallSilent(1);
  world.now = START;
  await world.deliver();
  expect(world.subjects()).toEqual(['dropped']);
});

describe('left out at the moment of sending', () => {
  const leftOut = async () => (await world.readMessages()).map(({ state, error }) => `${state}: ${error}`);

  test('nothing is left to say', async () => {
    await world.queue({ key: 'silent' }, { key: 'spoken' });
    await world.deliver();
    expect(await leftOut()).toEqual(['skipped: nothing-left', 'sent: null']);
  });

  test('the kind was switched off', async () => {
    await world.queue({ key: 'digest' }, { key: 'reminder', kind: 'custom' });
    await world.server.owner.query('insert into message_preferences (user_id, digest) values ($1, false)', [
      world.person.userId,
    ]);
    await world.deliver();
    expect(await leftOut()).toEqual(['skipped: switched-off', 'sent: null']);
  });

  test('the person is suspended', async () => {
    await world.queue({ key: 'digest' });
    await world.server.owner.query(`update users set status = 'suspended' where id = $1`, [world.person.userId]);
    await world.deliver();
    expect(await leftOut()).toEqual(['skipped: inactive']);
  });

  test('the person has left the company, or their last day there is over', async () => {
    const owner = await addPerson(world.server.services, { company: { employeeCount: 20, state: 'Kerala' } });
    const { workspaceId } = owner;
    await world.queue({ key: 'left', workspaceId });
    await join(world.server.services, world.person, owner, { role: 'viewer', until: '2026-01-01' });
    await world.deliver();
    expect(await leftOut()).toEqual(['skipped: left']);
    await world.server.owner.query('update memberships set until = null where user_id = $1', [world.person.userId]);
    await world.queue({ key: 'there', workspaceId });
    await world.deliver();
    expect(world.subjects()).toEqual(['there']);
  });

  test('one that cannot be written waits, and holds up no other', async () => {
    await world.queue({ key: 'broken' }, { key: 'fine' });
    await world.deliver();
    expect(await world.readMessages()).toEqual([
      { key: 'broken', state: 'waiting', error: 'not-written', tries: 1 },
      { key: 'fine', state: 'sent', error: null, tries: 1 },
    ]);
  });
});
