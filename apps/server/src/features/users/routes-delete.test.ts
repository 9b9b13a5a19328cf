import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAccount,
  failureOf,
  fillRegistration,
  listMail,
  PASSWORD,
  post,
  signUp,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { addAct, addItem } from '../../../test/catalogue.ts';
import { fillJobPosting, formOf, GENUINE } from '../../../test/forms.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson, join, type Person } from '../../../test/people.ts';
import { addStatusEntry } from '../../../test/status-entries.ts';
import { createMailDelivery } from '../../platform/mail/outbox.ts';
import { getOwnWorkspace } from '../members/queries.ts';

let server: TestApp;
let admin: Person;
let item: string;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
  admin = await addPerson(server.services, { role: 'admin' });
  item = await addItem(server.services, { act_id: await addAct(server.services) });
});

afterAll(() => server.close());

function remove(userId: string) {
  return server.call({ method: 'DELETE', url: `/api/users/${userId}`, token: admin.token });
}

/** The tables with a row that has a text in it, one entry a row; the append-only trails have bare ids. */
async function findTraces(text: string): Promise<string[]> {
  const { pool } = server.services.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const traces: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query(`select to_jsonb(t) as row from ${name} t where to_jsonb(t)::text like $1`, [
      `%${text}%`,
    ]);
    traces.push(...rows.map(() => name));
  }
  return traces.sort();
}

test('the last of a company goes with it and all it tracked; e-mail and phones are free again', async () => {
  const form = fillRegistration({ lastName: 'Forgettable', companyName: 'Forgettable Mills' });
  const step = await signUp(server, form);
  const confirmed = await post(
    server,
    '/auth/verify-otp',
    { ...step, purpose: 'registration' },
    { cookies: step.cookies },
  );
  const { token, user } = confirmed.json().data;
  const { db } = server.services.database;
  const workspaceId = await getOwnWorkspace(db, user._id);
  const person = { userId: user._id, workspaceId, token };
  await addStatusEntry(server.services, person, { item, day: '2026-11-01' });
  await payOnce(person);

  const response = await remove(user._id);
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { status: 'success', message: 'User deleted successfully' },
  ]);
  expect((await server.call({ url: '/api/users/profile', token })).statusCode).toBe(401);
  expect(failureOf(await post(server, '/auth/login', { email: form.primaryEmail, password: PASSWORD }))).toEqual([
    401,
    'Email not registered',
  ]);
  expect(await findTraces('Forgettable')).toEqual([]);
  expect(await findTraces(form.primaryEmail)).toEqual([]);
  expect(await findTraces(form.personalPhone)).toEqual([]);
  expect(await findTraces(workspaceId)).toEqual([]);
  expect(new Set(await findTraces(user._id))).toEqual(new Set(['audit_log', 'ledger']));
  expect(await db.selectFrom('receipts').select('number').execute()).toHaveLength(1);
  expect((await readAuditOf(server, user._id)).at(-1)).toEqual({
    action: 'users.delete',
    actor_id: admin.userId,
    impersonator_id: null,
    subject_id: user._id,
    details: { role: 'user', status: 'active', workspaceDeleted: true },
  });
  expect((await remove(user._id)).statusCode).toBe(404);
  expect((await post(server, '/auth/register', form)).statusCode).toBe(201);
});

test('while a colleague is left the company stays, with what was recorded and without the name', async () => {
  const company = { employeeCount: 20, state: 'Kerala' } as const;
  const [deletedUser, otherUser] = [await addAccount(server, { company }), await addAccount(server)];
  const { pool } = server.services.database;
  await join(server.services, otherUser, deletedUser);
  await addStatusEntry(server.services, deletedUser, { item, day: '2026-11-01' });
  expect((await remove(deletedUser.userId)).statusCode).toBe(200);
  const profile = await server.call({ url: '/api/companies/profile', token: otherUser.token });
  expect(profile.json().data.company).toMatchObject({ companyName: 'Rao & Sons' });
  const { rows } = await pool.query('select user_id, current_status from status_entries where workspace_id = $1', [
    deletedUser.workspaceId,
  ]);
  expect(rows).toEqual([{ user_id: null, current_status: 'done' }]);
  expect(await findTraces(deletedUser.userId)).toEqual(['audit_log']);
});

test('two colleagues who are deleted at the same moment take the company along', async () => {
  const company = { employeeCount: 20, state: 'Kerala' } as const;
  const [one, other] = [await addPerson(server.services, { company }), await addPerson(server.services)];
  const { pool } = server.services.database;
  await join(server.services, other, one);
  const answers = await Promise.all([remove(one.userId), remove(other.userId)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const { rows } = await pool.query('select id from workspaces where id = $1', [one.workspaceId]);
  expect(rows).toEqual([]);
});

test('a deleted administrator leaves what they wrote', async () => {
  const author = await addPerson(server.services, { role: 'admin' });
  const act = await addAct(server.services, { created_by: author.userId });
  expect((await remove(author.userId)).statusCode).toBe(200);
  const { db } = server.services.database;
  expect(await db.selectFrom('acts').select('created_by').where('id', '=', act).execute()).toEqual([
    { created_by: null },
  ]);
});

test('a record that is being written while its author is deleted goes with them', async () => {
  const person = await addPerson(server.services);
  const { pool } = server.services.database;
  const recording = await pool.connect();
  await recording.query('begin');
  await recording.query('select from workspaces where id = $1 for update', [person.workspaceId]);
  const answer = remove(person.userId);
  await waitForLock();
  await recording.query(
    `insert into payment_dates (workspace_id, id, compliance_item_id, user_id, day, amount_paise)
     values ($1, gen_random_uuid(), $2, $3, '2026-11-01', 100)`,
    [person.workspaceId, item, person.userId],
  );
  await recording.query('commit');
  recording.release();
  expect((await answer).statusCode).toBe(200);
  expect(await findTraces(person.workspaceId)).toEqual([]);
});

test('a call of somebody who is deleted meanwhile finds them signed out', async () => {
  const author = await addPerson(server.services, { role: 'admin' });
  const { pool } = server.services.database;
  const deleting = await pool.connect();
  await deleting.query('begin');
  await deleting.query('delete from workspaces where id = $1', [author.workspaceId]);
  await deleting.query('delete from users where id = $1', [author.userId]);
  const answer = post(server, '/acts', { name: 'Shops Act' }, { token: author.token });
  await waitForLock();
  await deleting.query('commit');
  deleting.release();
  expect(failureOf(await answer)).toEqual([401, 'Please sign in to continue']);
});

test('messages that the user sent to support go too, and those of others stay', async () => {
  const [deletedUser, otherUser] = [await addAccount(server), await addAccount(server)];
  const posting = { ...fillJobPosting(), contactEmail: deletedUser.email };
  for (const { email } of [deletedUser, otherUser]) {
    const message = { name: 'Asha Rao', email, subject: 'general', message: 'Please call me back.' };
    expect((await post(server, '/contact', message)).statusCode).toBe(201);
  }
  const file = { field: 'files', name: 'about.pdf', bytes: GENUINE.pdf };
  const posted = await server.call({ ...formOf(posting, [file]), url: '/api/contact/job-posting' });
  expect(posted.statusCode).toBe(201);
  for (const { data } of server.enqueued) await createMailDelivery(server.services.mailer).run(data);
  expect(await findTraces(deletedUser.email)).toContain('outgoing_mail');
  expect((await remove(deletedUser.userId)).statusCode).toBe(200);
  expect(await findTraces(deletedUser.email)).toEqual([]);
  expect(await findTraces(otherUser.email)).toEqual([
    ...['contact_messages', 'mail_log', 'outgoing_mail', 'outgoing_mail', 'users'],
  ]);
});

test('mail in the local mailbox goes too', async () => {
  const person = await addAccount(server);
  await post(server, '/auth/login', { email: person.email, password: PASSWORD });
  const payload = { primaryEmail: 'wished.for@example.in' };
  await server.call({ method: 'PUT', url: '/api/users/profile', token: person.token, payload });
  expect(await listMail(server, 'wished.for@example.in')).toHaveLength(1);
  await remove(person.userId);
  expect(await listMail(server, person.email)).toEqual([]);
  expect(await listMail(server, 'wished.for@example.in')).toEqual([]);
});

/** Waits until a call waits for a lock. */
async function waitForLock(): Promise<void> {
  const countWaiting = async () => {
    const { rows } = await server.services.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  await expect.poll(countWaiting, { interval: 5, timeout: 5_000 }).toBe(1);
}

/** Adds an order with its period, receipt and ledger row. */
async function payOnce({ userId, workspaceId }: Person): Promise<void> {
  const { db } = server.services.database;
  const order = randomUUIDv7();
  const period = { starts_at: '2026-11-01', ends_at: '2026-12-01' };
  const amount_paise = 399_900;
  await db
    .insertInto('orders')
    .values({
      id: order,
      order_id: order,
      workspace_id: workspaceId,
      user_id: userId,
      plan: 'premium',
      amount_paise,
      provider: 'local',
    })
    .execute();
  await db
    .insertInto('subscriptions')
    .values({ id: randomUUIDv7(), user_id: userId, order_id: order, plan: 'premium', ...period })
    .execute();
  await db
    .insertInto('receipts')
    .values({
      number: 1,
      order_id: order,
      amount_paise,
      seller: '{}',
      period_start: period.starts_at,
      period_end: period.ends_at,
    })
    .execute();
  await db
    .insertInto('ledger')
    .values({ id: randomUUIDv7(), kind: 'payment-received', user_id: userId, order_id: order })
    .execute();
}
