import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/harness.ts';
import { addPerson, join, type Person } from '../../../../test/people.ts';
import { listJobs } from '../../../compose.ts';
import { sealRound } from '../../activity/seal/commands-rounds.ts';

/** A little after nine in India, on the first of the month after this one. */
const MORNING = Temporal.Now.zonedDateTimeISO('Asia/Kolkata')
  .with({ day: 1, hour: 9, minute: 5 })
  .add({ months: 1 })
  .toInstant();

let server: TestApp;
let now = MORNING;
let owner: Person;

beforeAll(async () => {
  server = await startTestApp({ now: () => now });
});

beforeEach(async () => {
  now = MORNING;
  await server.owner.query(`update users set status = 'suspended'; truncate outgoing_mail`);
  owner = await addPerson(server.services, { company: { employeeCount: 20, state: 'Kerala' } });
  await act(owner);
});

afterAll(() => server.close());

async function act({ workspaceId }: Pick<Person, 'workspaceId'>): Promise<string> {
  const { rows } = await server.owner.query(
    `insert into activity (workspace_id, id, what, about) values ($1, $2, 'facts.answer', '{}') returning workspace_id`,
    [workspaceId, randomUUIDv7()],
  );
  await sealRound(server.services.database.db);
  const seals = await server.owner.query(
    `select encode(head, 'hex') as head from seals where workspace_id = $1 order by number desc limit 1`,
    [rows[0].workspace_id],
  );
  return seals.rows[0].head;
}

async function run(queue: string): Promise<void> {
  await listJobs(server.services)
    .find((job) => job.queue === queue)
    ?.run({});
}

async function mails(): Promise<{ to: string; subject: string; text: string }[]> {
  await run('mail-heads');
  await run('deliver-messages');
  const { rows } = await server.owner.query(
    'select to_address as "to", subject, text from outgoing_mail order by to_address',
  );
  return rows;
}

test('the owner alone gets the head of the company and the key’s fingerprint, once a month', async () => {
  const manager = await addPerson(server.services);
  await join(server.services, manager, owner, { role: 'manager' });
  const head = await act(owner);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.to).toBe(`${owner.userId}@example.in`);
  expect(mail?.subject).toMatch(/^Keep this: the seal of Rao & Sons, \w+ \d{4}$/);
  expect(mail?.text).toContain(head);
  const key = await server.call({ url: '/api/proof/key' });
  expect(mail?.text).toContain(key.json().data.fingerprint);
  now = MORNING.add({ hours: 24 });
  expect(await mails()).toHaveLength(1);
});

test('one mail has all companies of an owner', async () => {
  const form = { companyName: 'Second Ltd', state: 'Kerala', employeeCount: 5 };
  await server.owner.query(`update users set role = 'premium' where id = $1`, [owner.userId]);
  const made = await server.call({ method: 'POST', url: '/api/companies', token: owner.token, payload: form });
  expect(made.statusCode, made.body).toBe(201);
  const second = await server.owner.query(`select workspace_id from companies where company_name = 'Second Ltd'`);
  const heads = [await act(owner), await act({ workspaceId: second.rows[0].workspace_id })];
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  for (const head of heads) expect(mail?.text).toContain(head);
  expect(mail?.subject).toContain('your 2 companies');
});

test('nobody switches it off, and a day on which no server ran is made up for', async () => {
  await server.owner.query(
    'insert into message_preferences (user_id, digest, monday, custom, escalation) values ($1, false, false, false, false)',
    [owner.userId],
  );
  now = MORNING.add({ hours: 72 });
  expect(await mails()).toHaveLength(1);
});

test('where nothing was sealed in the month before, nobody is written to', async () => {
  now = MORNING.subtract({ hours: 24 * 31 });
  expect(await mails()).toEqual([]);
  now = MORNING.add({ hours: 24 * 40 });
  expect(await mails()).toEqual([]);
});
