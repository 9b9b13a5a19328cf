import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Account,
  addAccount,
  fillRegistration,
  listMail,
  post,
  signUp,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { fillJobPosting, formOf, GENUINE } from '../../../test/forms.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { createMailDelivery } from '../../platform/mail/outbox.ts';

let server: TestApp;
let admin: Account;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
  admin = await addAccount(server, { role: 'admin' });
});

beforeEach(() => {
  server.enqueued.length = 0;
});

afterAll(() => server.close());

const ALL_KEPT = {
  messages: 1,
  postings: 1,
  mail: ['We received your message', 'We received your job posting'],
  supportMails: 2,
};

test('a sign-up beside somebody’s account takes nothing of theirs along', async () => {
  const form = fillRegistration();
  const twin = await signUp(server, form);
  const confirmed = await signUp(server, form);
  await post(server, '/auth/verify-otp', { ...confirmed, purpose: 'registration' }, { cookies: confirmed.cookies });
  await enquire(form.primaryEmail);
  const before = await readKept(form.primaryEmail);
  expect(before).toMatchObject({ messages: 1, postings: 1, supportMails: 2 });
  await remove(await findPending(twin.email));
  expect(await readKept(form.primaryEmail)).toEqual(before);
});

test('a sign-up under an address that was never shown to be its own takes only its codes along', async () => {
  const form = fillRegistration();
  await enquire(form.primaryEmail);
  expect(await readKept(form.primaryEmail)).toEqual(ALL_KEPT);
  await signUp(server, form);
  expect((await readKept(form.primaryEmail)).mail).toContain('Confirm your email address');
  await remove(await findPending(form.primaryEmail));
  expect(await readKept(form.primaryEmail)).toEqual(ALL_KEPT);
});

test('whoever only asked for an address takes nothing of its owner along', async () => {
  const [person, victim] = [await addAccount(server), 'victim@example.in'];
  await enquire(victim);
  await server.call({
    method: 'PUT',
    url: '/api/users/profile',
    token: person.token,
    payload: { primaryEmail: victim },
  });
  expect((await readKept(victim)).mail).toContain('Confirm your new email address');
  await remove(person.userId);
  expect(await readKept(victim)).toEqual(ALL_KEPT);
});

/** Sends a message and a job posting from an address, and delivers the mail of both. */
async function enquire(email: string): Promise<void> {
  const message = { name: 'Asha Rao', email, subject: 'general', message: 'Please call me back.' };
  expect((await post(server, '/contact', message)).statusCode).toBe(201);
  const file = { field: 'files', name: 'about.pdf', bytes: GENUINE.pdf };
  const form = formOf({ ...fillJobPosting(), contactEmail: email }, [file]);
  expect((await server.call({ ...form, url: '/api/contact/job-posting' })).statusCode).toBe(201);
  for (const { data } of server.enqueued) await createMailDelivery(server.services.mailer).run(data);
}

async function findPending(email: string): Promise<string> {
  const { id } = await server.services.database.db
    .selectFrom('users')
    .select('id')
    .where('primary_email', '=', email)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return id;
}

async function remove(userId: string): Promise<void> {
  const response = await server.call({ method: 'DELETE', url: `/api/users/${userId}`, token: admin.token });
  expect(response.statusCode).toBe(200);
}

/** The traces of an address: enquiries from it, mail to it, and mail to support that names it. */
async function readKept(email: string) {
  const { db } = server.services.database;
  const messages = await db.selectFrom('contact_messages').select('id').where('email', '=', email).execute();
  const postings = await db.selectFrom('job_postings').select('id').where('contact_email', '=', email).execute();
  const supportMails = await listMail(server, server.services.config.supportEmail);
  return {
    messages: messages.length,
    postings: postings.length,
    mail: (await listMail(server, email)).map(({ subject }) => subject),
    supportMails: supportMails.filter(({ text }) => text.split('\n').includes(email)).length,
  };
}
