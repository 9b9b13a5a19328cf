import { pino } from 'pino';
import { expect, inject, test } from 'vitest';
import { copyDatabase } from '../../test/copy-database.ts';
import { openDatabase } from './database.ts';
import { startJobs } from './jobs.ts';
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
  const { promise: delivered, resolve: deliver } = Promise.withResolvers<Mail>();
  const mailer = { deliver: async (mail: Mail) => deliver(mail), close: () => {} };
  const jobs = await startJobs(copy.url, () => [createMailDelivery(mailer)], pino({ level: 'silent' }));
  stack.defer(() => jobs.stop());

  const undone = database.db.transaction().execute(async (trx) => {
    await enqueueMail(trx, jobs, { to: 'meera@example.in', subject: 'Undone', text: 'x', html: '<p>x</p>' });
    throw new Error('the work failed');
  });
  await expect(undone).rejects.toThrow('the work failed');
  const mail = { to: 'meera@example.in', subject: 'Done', text: 'y', html: '<p>y</p>', replyTo: 'asha@example.in' };
  await database.db.transaction().execute((trx) => enqueueMail(trx, jobs, mail));

  expect(await delivered).toEqual(mail);
  const remembered = async () => (await database.pool.query(`select data->>'subject' as subject from pgboss.job`)).rows;
  expect(await remembered()).toEqual([{ subject: 'Done' }]);
  await database.db.transaction().execute((trx) => forgetMail(trx, 'somebody.else@example.in'));
  expect(await remembered()).toEqual([{ subject: 'Done' }]);
  await database.db.transaction().execute((trx) => forgetMail(trx, address));
  expect(await remembered()).toEqual([]);
});

test('a refusal reaches the queue, which then tries again', async () => {
  const mailer = { deliver: () => Promise.reject(new Error('mailbox full')), close: () => {} };
  const mail = { to: 'meera@example.in', subject: 'Again', text: 'x', html: '<p>x</p>' };
  await expect(createMailDelivery(mailer).run(mail)).rejects.toThrow('mailbox full');
});
