import { randomUUIDv7 } from 'node:crypto';
import type { MessageKindName } from '@anupalan/contract/telling/messages';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, join, type Person } from '../../../test/people.ts';
import { refusal, startSmtp, type TestSmtp } from '../../../test/smtp.ts';
import { createMailboxMailer, createSmtpMailer, type Mailer } from '../../platform/mail/mailer.ts';
import { queueMessages } from './commands.ts';
import { takeMessages } from './commands-take.ts';
import { createMessageJobs } from './jobs.ts';
import type { MessageKind, NewMessage } from './kinds.ts';

const START = Temporal.Instant.from('2026-11-23T02:30:00Z');
let now = START;
let server: TestApp;
let smtp: TestSmtp;
let mailer: Mailer;
let person: Person;
/** What the mail server says to recipients and to mails; null takes them. */
let judge: (address: string) => Error | null = () => null;
let judgeMail: (mail: Email) => Error | null | Promise<null> = () => null;

beforeAll(async () => {
  smtp = await startSmtp(
    async (mail) => {
      const fault = await judgeMail(mail);
      if (fault) throw fault;
    },
    (address) => judge(address),
  );
  const working = createSmtpMailer(smtp.url, 'Anupalan <no-reply@anupalan.example.in>');
  mailer = working;
  server = await startTestApp({
    now: () => now,
    env: { PUBLIC_URL: 'https://anupalan.example.in', SMTP_URL: smtp.url },
    mailer: { deliver: (mail, signal) => mailer.deliver(mail, signal), close: () => working.close() },
  });
  return () => working.close();
});

beforeEach(async () => {
  now = START;
  judge = () => null;
  judgeMail = () => null;
  await server.owner.query('truncate messages, unreachable_addresses, message_preferences');
  smtp.received.length = 0;
  person = await addPerson(server.services);
});

afterAll(async () => {
  await server.close();
  await smtp.close();
});

/** Says its key; keys that begin with `silent` have nothing left to say, and `broken` ones can't be written. */
function kindOf(kind: MessageKindName): MessageKind {
  return {
    kind,
    compose: async (messages) => {
      if (messages.some(({ key }) => key.startsWith('broken'))) throw new Error('broken');
      const spoken = messages.filter(({ key }) => !key.startsWith('silent'));
      return new Map(
        spoken.map(({ id, key }) => [id, { subject: key, preview: key, heading: key, blocks: [`${key}: ESI is due`] }]),
      );
    },
  };
}

const KINDS = [kindOf('digest'), kindOf('custom'), kindOf('trial')];

function queue(...rows: (Partial<NewMessage> & { key: string })[]): Promise<number> {
  const message = { userId: person.userId, workspaceId: null, channel: 'mail', kind: 'digest', about: {} } as const;
  return server.services.database.db.transaction().execute((trx) =>
    queueMessages(
      trx,
      rows.map((row) => ({ ...message, sendAfter: now, ...row })),
    ),
  );
}

/** Runs the job as some instances do at the same moment, which know nothing of what others did before. */
async function deliver({ instances = 1, batch = 100 } = {}): Promise<void> {
  const jobs = Array.from({ length: instances }, () => createMessageJobs(server.services, KINDS, { batch, restMs: 0 }));
  await Promise.all(jobs.flat().map((job) => job.run({})));
}

async function readMessages() {
  const { rows } = await server.owner.query<{ key: string; state: string; error: string | null; tries: number }>(
    'select key, state, error, tries from messages order by key',
  );
  return rows;
}

const subjects = () => smtp.received.map(({ mail }) => mail.subject).sort();

/** Seconds until the next try of each waiting message. */
async function pauses(): Promise<number[]> {
  const { rows } = await server.owner.query<{ pause: number }>(
    `select extract(epoch from send_after - $1::timestamptz)::float8 as pause from messages where state = 'waiting'`,
    [now.toString()],
  );
  return rows.map(({ pause }) => pause);
}

test('it runs every minute, two batches at a time', () => {
  expect(createMessageJobs(server.services, KINDS)).toMatchObject([
    { queue: 'deliver-messages', cron: '* * * * *', atOnce: 2 },
  ]);
});

test('a message is made once and sent once, with headers that a signer leaves alone', async () => {
  expect(await queue({ key: 'one' }, { key: 'two', kind: 'trial' })).toBe(2);
  expect(await queue({ key: 'one' }, { key: 'later', sendAfter: now.add({ seconds: 1 }) })).toBe(1);
  await deliver();
  await deliver();
  expect(subjects()).toEqual(['one', 'two']);
  const { rows } = await server.owner.query(`select * from messages where key = 'one'`);
  expect(rows).toMatchObject([{ state: 'sent', subject: 'one', address: `${person.userId}@example.in`, error: null }]);
  const [first] = smtp.received.filter(({ mail }) => mail.subject === 'one');
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
  const [trial] = smtp.received.filter(({ mail }) => mail.subject === 'two');
  expect(trial?.mail.headers.some(({ key }) => key.startsWith('list-'))).toBe(false);
});

test('the local mailbox has a message once that is handed over twice', async () => {
  const { db } = server.services.database;
  const mailbox = createMailboxMailer(db);
  const id = randomUUIDv7();
  const mail = { to: 'meera@example.in', subject: 'Twice', text: '', html: '', message: { id } };
  await mailbox.deliver(mail);
  await mailbox.deliver(mail);
  await mailbox.deliver({ ...mail, message: { id: randomUUIDv7() } });
  const { rows } = await server.owner.query(`select from outgoing_mail where subject = 'Twice'`);
  expect(rows).toHaveLength(2);
});

test('instances share what is due, and none sends what another has', async () => {
  const keys = Array.from({ length: 60 }, (_, number) => `shared ${String(number).padStart(2, '0')}`);
  await queue(...keys.map((key) => ({ key })));
  await deliver({ instances: 4, batch: 7 });
  expect(subjects()).toEqual(keys);
  // Each run that found a whole batch called for another one, once.
  expect(server.enqueued.filter((job) => job.queue === 'deliver-messages').length).toBeGreaterThan(0);
});

test('what has its own minute goes before what has an hour', async () => {
  await queue({ key: 'digest 1' }, { key: 'digest 2' }, { key: 'reminder', kind: 'custom', sendAfter: now });
  const taken = await takeMessages(server.services.database.db, {
    channel: 'mail',
    kinds: ['digest', 'custom'],
    now,
    limit: 1,
    takenSeconds: 60,
  });
  expect(taken.map(({ key }) => key)).toEqual(['reminder']);
});

test('a message of a kind that this version does not know stays for one that does', async () => {
  await queue({ key: 'unknown', kind: 'monday' });
  await deliver();
  expect(await readMessages()).toEqual([{ key: 'unknown', state: 'waiting', error: null, tries: 0 }]);
});

test('what a worker took that fell silent is due again after a minute, and not before', async () => {
  await queue({ key: 'dropped' });
  const take = { channel: 'mail', kinds: ['digest'], limit: 10, takenSeconds: 60 } as const;
  await takeMessages(server.services.database.db, { ...take, now });
  now = START.add({ seconds: 59 });
  await deliver();
  expect(subjects()).toEqual([]);
  now = START.add({ seconds: 60 });
  await deliver();
  expect(subjects()).toEqual(['dropped']);
});

describe('left out at the moment of sending', () => {
  const leftOut = async () => (await readMessages()).map(({ state, error }) => `${state}: ${error}`);

  test('nothing is left to say', async () => {
    await queue({ key: 'silent' }, { key: 'spoken' });
    await deliver();
    expect(await leftOut()).toEqual(['skipped: nothing-left', 'sent: null']);
  });

  test('the kind was switched off', async () => {
    await queue({ key: 'digest' }, { key: 'reminder', kind: 'custom' });
    await server.owner.query('insert into message_preferences (user_id, digest) values ($1, false)', [person.userId]);
    await deliver();
    expect(await leftOut()).toEqual(['skipped: switched-off', 'sent: null']);
  });

  test('the person is suspended', async () => {
    await queue({ key: 'digest' });
    await server.owner.query(`update users set status = 'suspended' where id = $1`, [person.userId]);
    await deliver();
    expect(await leftOut()).toEqual(['skipped: inactive']);
  });

  test('the person has left the company, or their last day there is over', async () => {
    const owner = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
    const { workspaceId } = owner;
    await queue({ key: 'left', workspaceId });
    await join(server.services, person, owner, { role: 'viewer', until: '2026-01-01' });
    await deliver();
    expect(await leftOut()).toEqual(['skipped: left']);
    await server.owner.query('update memberships set until = null where user_id = $1', [person.userId]);
    await queue({ key: 'there', workspaceId });
    await deliver();
    expect(subjects()).toEqual(['there']);
  });

  test('one that cannot be written waits, and holds up no other', async () => {
    await queue({ key: 'broken' }, { key: 'fine' });
    await deliver();
    expect(await readMessages()).toEqual([
      { key: 'broken', state: 'waiting', error: 'not-written', tries: 1 },
      { key: 'fine', state: 'sent', error: null, tries: 1 },
    ]);
  });
});

describe('refusals', () => {
  test('an address that is refused for good gets nothing until it is another one', async () => {
    judge = () => refusal(550, '5.1.1 No such mailbox');
    await queue({ key: 'refused' });
    await deliver();
    judge = () => null;
    await queue({ key: 'while refused' });
    await deliver();
    expect(await readMessages()).toEqual([
      { key: 'refused', state: 'refused', error: '550 5.1.1 No such mailbox', tries: 1 },
      { key: 'while refused', state: 'skipped', error: 'unreachable', tries: 1 },
    ]);
    await server.owner.query('update users set primary_email = $2 where id = $1', [person.userId, 'new@example.in']);
    await queue({ key: 'with another address' });
    await deliver();
    expect(smtp.received.map(({ to }) => to)).toEqual([['new@example.in']]);
  });

  test.each([
    ['a mailbox that is full for now', () => refusal(452, '4.2.2 Mailbox full')],
    ['grey listing', () => refusal(450, '4.7.1 Try again later')],
    ['a sender that is not trusted', () => refusal(550, '5.7.1 Your host is listed')],
  ])('%s delays that message alone, longer each time', async (_, refuse) => {
    const other = await addPerson(server.services);
    judge = (address) => (address.startsWith(person.userId) ? refuse() : null);
    await queue({ key: 'delayed' }, { key: 'other', userId: other.userId });
    for (const minutes of [1, 2, 4]) {
      await deliver();
      const [pause = 0, ...more] = await pauses();
      expect(more).toEqual([]);
      expect(pause).toBeGreaterThanOrEqual(minutes * 60);
      expect(pause).toBeLessThanOrEqual(minutes * 75);
      now = now.add({ minutes: minutes * 2 });
    }
    expect(subjects()).toEqual(['other']);
    judge = () => null;
    await deliver();
    expect(subjects()).toEqual(['delayed', 'other']);
  });

  test('content that is refused for good has failed, and its address takes mail', async () => {
    judgeMail = ({ subject }) => (subject === 'spam' ? refusal(554, '5.6.0 Rejected') : null);
    await queue({ key: 'spam' });
    await deliver();
    await queue({ key: 'fine' });
    await deliver();
    expect(await readMessages()).toMatchObject([
      { key: 'fine', state: 'sent' },
      { key: 'spam', state: 'failed', error: expect.stringContaining('554') },
    ]);
  });

  test('after some five days of tries a message has failed', async () => {
    judgeMail = () => refusal(451, '4.3.0 Not now');
    await queue({ key: 'tired' });
    let tries = 0;
    for (; (await readMessages())[0]?.state === 'waiting'; tries++) {
      await deliver();
      now = now.add({ hours: 4 });
    }
    expect(tries).toBe(45);
    expect(await readMessages()).toMatchObject([{ state: 'failed' }]);
  });
});

describe('a mail server in trouble', () => {
  const keys = Array.from({ length: 50 }, (_, number) => `m ${String(number).padStart(2, '0')}`);

  test('one that is away is left alone, and no message is lost or loses a try that was not handed over', async () => {
    await queue(...keys.map((key) => ({ key })));
    const working = mailer;
    const away = createSmtpMailer('smtp://127.0.0.1:9', 'no-reply@anupalan.example.in');
    mailer = away;
    const [job] = createMessageJobs(server.services, KINDS, { batch: 20 });
    await job?.run({});
    await job?.run({});
    mailer = working;
    away.close();
    const tried = (await readMessages()).filter(({ tries }) => tries > 0);
    expect(tried.length).toBeGreaterThan(0);
    expect(tried.length).toBeLessThanOrEqual(5);
    now = now.add({ minutes: 2 });
    await deliver();
    expect(subjects()).toEqual(keys);
  });

  test('what a slow one takes long for stays with its worker', async () => {
    const gate = Promise.withResolvers<null>();
    let asked = 0;
    judgeMail = () => {
      asked++;
      return gate.promise;
    };
    await queue({ key: 'slow' });
    const [job] = createMessageJobs(server.services, KINDS, { takenSeconds: 0.3 });
    const working = job?.run({});
    await vi.waitFor(() => expect(asked).toBe(1));
    now = now.add({ minutes: 10 });
    // Its worker says that it still works on it.
    await vi.waitFor(async () => expect(await pauses()).toEqual([expect.closeTo(0.3)]));
    await deliver();
    gate.resolve(null);
    await working;
    expect(asked).toBe(1);
    expect(await readMessages()).toEqual([{ key: 'slow', state: 'sent', error: null, tries: 1 }]);
  });

  test('one that throttles gets all of them in the end, each once', async () => {
    await queue(...keys.map((key) => ({ key })));
    for (let round = 0; round < 10 && smtp.received.length < keys.length; round++) {
      const allowed = smtp.received.length + 20;
      judge = () => (smtp.received.length < allowed ? null : refusal(421, '4.7.0 Too many, come back later'));
      await deliver();
      now = now.add({ minutes: 5 });
    }
    expect(subjects()).toEqual(keys);
  });

  test('a clock that is set back an hour sends nothing twice and loses nothing', async () => {
    judge = (address) => (address.startsWith(person.userId) ? refusal(450, '4.2.0 Later') : null);
    const other = await addPerson(server.services);
    await queue({ key: 'delayed' }, { key: 'sent', userId: other.userId });
    await deliver();
    now = START.subtract({ hours: 1 });
    await queue({ key: 'sent', userId: other.userId }, { key: 'made then', userId: other.userId });
    judge = () => null;
    await deliver();
    expect(subjects()).toEqual(['made then', 'sent']);
    now = START.add({ minutes: 2 });
    await deliver();
    expect(subjects()).toEqual(['delayed', 'made then', 'sent']);
  });
});
