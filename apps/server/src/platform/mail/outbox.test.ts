import { pino } from 'pino';
import { expect, inject, test, vi } from 'vitest';
import { copyDatabase } from '../../../test/copy-database.ts';
import { openJobs } from '../jobs/jobs.ts';
import { openDatabase } from '../postgres/database.ts';
import type { Mail } from './mailer.ts';
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

  expect(await delivered).toEqual(mail);
  const remembered = async () =>
    (await database.pool.query(`select data->>'subject' as subject, state from pgboss.job order by subject`)).rows;
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
