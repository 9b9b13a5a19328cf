import { pino } from 'pino';
import { expect, inject, test, vi } from 'vitest';
import { copyDatabase } from '../../../test/copy-database.ts';
import { startSmtp } from '../../../test/smtp.ts';
import { openJobs } from '../jobs/jobs.ts';
import { openDatabase } from '../postgres/database.ts';
import { createSmtpMailer, type Mail, QUEUED_AT_ONCE } from './mailer.ts';
import { createMailDelivery, enqueueMail, forgetMail } from './outbox.ts';

test.each([
  ['meera@example.in', 'it goes to'],
  ['asha@example.in', 'it came from'],
])('mail goes out if and only if its transaction commits, and is forgotten with %s, whom %s', async (address) => {
  await using stack = new AsyncDisposableStack();
  const copy = await copyDatabase(inject('postgresUrl'));
  stack.defer(() => copy.drop());
  const database = openDatabase(copy.url, () => {});
  stack.defer(() => database.close());
  const { promise: delivered, resolve } = Promise.withResolvers<Mail>();
  const deliver = async (mail: Mail) => {
    if (mail.subject === 'Refused') throw new Error('mailbox full');
    resolve(mail);
  };
  const mailer = { deliver, close: () => {} };
  const jobs = await openJobs(copy.url, pino({ level: 'silent' }));
  stack.defer(() => jobs.stop());
  await jobs.start([createMailDelivery(mailer)]);

  const undone = database.db.transaction().execute(async (trx) => {
    await enqueueMail(trx, jobs, { to: 'meera@example.in', subject: 'Undone', text: 'x', html: '<p>x</p>' });
    throw new Error('the work failed');
  });
  await expect(undone).rejects.toThrow('the work failed');
  const mail = { to: 'meera@example.in', subject: 'Done', text: 'y', html: '<p>y</p>', replyTo: 'asha@example.in' };
  await database.db.transaction().execute(async (trx) => {
    await enqueueMail(trx, jobs, mail);
    await enqueueMail(trx, jobs, { ...mail, subject: 'Refused' });
  });

  expect(await delivered).toEqual({ ...mail, id: expect.any(String) });
  const remembered = async () =>
    (await database.pool.query(`select data->>'subject' as subject, state from pgboss.job order by subject`)).rows;
  // A minute after an instance was killed another one has its mail, however long a mail server may take for one.
  const { rows } = await database.pool.query('select distinct heartbeat_seconds, expire_seconds from pgboss.job');
  expect(rows).toEqual([{ heartbeat_seconds: 60, expire_seconds: 420 }]);
  const both = [
    { subject: 'Done', state: 'completed' },
    { subject: 'Refused', state: 'retry' },
  ];
  await vi.waitFor(async () => expect(await remembered()).toEqual(both), { timeout: 10_000, interval: 100 });
  await database.db.transaction().execute((trx) => forgetMail(trx, jobs, 'somebody.else@example.in'));
  const unforgotten = database.db.transaction().execute(async (trx) => {
    await forgetMail(trx, jobs, address);
    throw new Error('the work failed');
  });
  await expect(unforgotten).rejects.toThrow('the work failed');
  expect(await remembered()).toEqual(both);
  await database.db.transaction().execute((trx) => forgetMail(trx, jobs, address));
  expect(await remembered()).toEqual([]);
});

test('a refusal reaches the queue, which then tries again', async () => {
  const mailer = { deliver: () => Promise.reject(new Error('mailbox full')), close: () => {} };
  const mail = { to: 'meera@example.in', subject: 'Again', text: 'x', html: '<p>x</p>' };
  await expect(createMailDelivery(mailer).run(mail)).rejects.toThrow('mailbox full');
});

test('queued mail leaves at once and once, what can wait last, and a refused one holds up no other', async () => {
  await using outbox = await openOutbox(2);
  const { enqueue, received } = outbox;
  const usual = Array.from({ length: 60 }, (_, number) => `Mail ${number}`);
  await enqueue(['Welcome 1', 'Welcome 2'], usual.with(10, 'Refused'));
  // Looking every few seconds for the next five would take a minute.
  await vi.waitFor(() => expect(received).toHaveLength(61), { timeout: 10_000, interval: 20 });
  const subjects = received.map(({ mail }) => String(mail.subject));
  expect(subjects.toSorted()).toEqual([...usual.toSpliced(10, 1), 'Welcome 1', 'Welcome 2'].toSorted());
  // As many as leave at a time may overtake each other.
  expect(subjects.slice(-2 - 2 * QUEUED_AT_ONCE)).toEqual(expect.arrayContaining(['Welcome 1', 'Welcome 2']));
});

test('a code finds a free connection while mail servers hang over queued mail', async () => {
  await using outbox = await openOutbox();
  const stalled = Array.from({ length: 2 * QUEUED_AT_ONCE }, (_, number) => `Stalled ${number}`);
  await outbox.enqueue([], stalled);
  await vi.waitFor(() => expect(outbox.stalled()).toBe(QUEUED_AT_ONCE), { timeout: 10_000, interval: 20 });
  await outbox.mailer.deliver({ to: 'meera@example.in', subject: 'Your sign-in code', text: 'x', html: '<p>x</p>' });
  expect(outbox.received.map(({ mail }) => mail.subject)).toEqual(['Your sign-in code']);
  outbox.goOn();
  await vi.waitFor(() => expect(outbox.received).toHaveLength(stalled.length + 1), { timeout: 10_000, interval: 20 });
});

/** The queue, its delivery by several instances and a mail server, which refuses some mail and waits with some. */
async function openOutbox(instances = 1) {
  await using stack = new AsyncDisposableStack();
  const copy = await copyDatabase(inject('postgresUrl'));
  stack.defer(() => copy.drop());
  const database = openDatabase(copy.url, () => {});
  stack.defer(() => database.close());
  const gate = Promise.withResolvers<void>();
  let stalled = 0;
  const smtp = await startSmtp(async (mail) => {
    if (!mail.subject?.startsWith('Stalled')) return;
    stalled++;
    await gate.promise;
  });
  stack.defer(() => smtp.close());
  const mailer = createSmtpMailer(smtp.url, 'no-reply@example.in');
  stack.defer(async () => mailer.close());
  const jobs = await openJobs(copy.url, pino({ level: 'silent' }));
  stack.defer(() => jobs.stop());
  await jobs.start([createMailDelivery(mailer)]);
  for (let other = 1; other < instances; other++) {
    const more = await openJobs(copy.url, pino({ level: 'silent' }));
    stack.defer(() => more.stop());
    await more.start([createMailDelivery(mailer)]);
  }
  const enqueue = (last: string[], usual: string[]) =>
    database.db.transaction().execute(async (trx) => {
      const compose = (subject: string) => ({
        to: subject === 'Refused' ? 'x@refused.example.in' : 'meera@example.in',
        subject,
        text: 'x',
        html: '<p>x</p>',
      });
      for (const subject of last) await enqueueMail(trx, jobs, compose(subject), 'last');
      for (const subject of usual) await enqueueMail(trx, jobs, compose(subject));
    });
  const { received } = smtp;
  const opened = stack.move();
  const close = () => opened.disposeAsync();
  return { enqueue, received, mailer, stalled: () => stalled, goOn: gate.resolve, [Symbol.asyncDispose]: close };
}
