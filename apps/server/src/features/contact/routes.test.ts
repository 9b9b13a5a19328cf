import { listContactMessages, type NewContactMessage } from '@anupalan/contract/contact';
import { UNSTORABLE } from '@anupalan/contract/wire/stored-text';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failureOf, post } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { startSmtp, type TestSmtp } from '../../../test/smtp.ts';
import { UNKNOWN_ID } from '../../../test/tracked.ts';
import { createSmtpMailer, type Mailer } from '../../platform/mail/mailer.ts';
import { createMailDelivery } from '../../platform/mail/outbox.ts';

let smtp: TestSmtp;
let mailer: Mailer;
let server: TestApp;
let admin: string;
let free: string;

beforeAll(async () => {
  smtp = await startSmtp();
  mailer = createSmtpMailer(smtp.url, 'Anupalan <no-reply@example.in>');
  server = await startTestApp({ mailer, env: { SUPPORT_EMAIL: 'help@example.in', TRUST_PROXY: 'loopback' } });
  admin = (await addPerson(server.services, { role: 'admin' })).token;
  free = (await addPerson(server.services)).token;
});

beforeEach(async () => {
  await server.services.database.pool.query('delete from contact_messages; delete from rate_limits');
  smtp.received.length = 0;
  server.enqueued.length = 0;
});

afterAll(async () => {
  mailer.close();
  await smtp.close();
  await server.close();
});

describe('sending', () => {
  test('anybody can; it is kept, mailed to support, and acknowledged', async () => {
    const response = await send(fill({ message: 'First line\nकृपया <b>help</b>' }));
    expect(response.statusCode).toBe(201);
    expect(response.json()).toEqual({
      status: 'success',
      message: 'Message sent successfully! We will get back to you soon.',
    });
    expect((await list()).messages).toMatchObject([{ name: 'Meera Iyer', subject: 'billing', handledAt: null }]);
    await deliver();
    const [message, receipt] = smtp.received;
    expect(message?.to).toEqual(['help@example.in']);
    expect(message?.mail).toMatchObject({
      subject: 'Contact message: Billing',
      from: { address: 'no-reply@example.in' },
      replyTo: [{ address: 'meera@example.in' }],
    });
    expect(message?.mail.text).toContain('First line\nकृपया <b>help</b>');
    expect(message?.mail.html).toContain('&lt;b&gt;help&lt;/b&gt;');
    expect(receipt).toMatchObject({ to: ['meera@example.in'], mail: { subject: 'We received your message' } });
    expect(receipt?.mail.text).not.toMatch(/Meera|First line/);
    expect(receipt?.mail.replyTo).toBeUndefined();
  });

  test.each(['general', 'support', 'billing', 'feedback', 'partnership', 'plan-change'])(
    'about %s',
    async (subject) => {
      expect((await send(fill({ subject }))).statusCode).toBe(201);
    },
  );

  test('a subject may come by its label', async () => {
    await send(fill({ subject: 'Plan Change Request' }));
    expect((await list()).messages).toMatchObject([{ subject: 'plan-change' }]);
    expect(server.enqueued[0]?.data).toMatchObject({ subject: 'Contact message: Plan Change Request' });
  });

  test('every fault has its message, all at once, and nothing is kept', async () => {
    const response = await send({ name: 'M', email: 'x', subject: '', message: 'short' });
    expect(response.statusCode).toBe(400);
    expect(response.json().errors).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Invalid email address',
      subject: 'Subject is required',
      message: 'Message must be at least 10 characters',
    });
    expect(server.enqueued).toEqual([]);
  });

  test.each(['a@example.in\r\nBcc: b@example.in', 'a@example.in, b@example.in', '"a" <a@example.in>'])(
    'the sender %j is refused',
    async (email) => {
      expect(failureOf(await send(fill({ email })))).toEqual([400, 'Invalid email address']);
    },
  );

  test('a sender with NUL is refused', async () => {
    expect(failureOf(await send(fill({ email: 'a@example.in\0' })))).toEqual([400, `email ${UNSTORABLE}`]);
  });

  test('a name cannot write headers', async () => {
    const response = await send(fill({ name: 'Meera\r\nBcc: other@example.in' }));
    expect(failureOf(response)).toEqual([400, 'Please remove line breaks and other control characters']);
    expect(server.enqueued).toEqual([]);
  });
});

describe('limits', () => {
  test('20 an hour an address, faulty ones too', async () => {
    const from = (address: string) =>
      post(server, '/contact', {}, { headers: { 'x-forwarded-for': address } }).then(({ statusCode }) => statusCode);
    const answers = await Promise.all(Array.from({ length: 21 }, () => from('203.0.113.1')));
    expect(answers.filter((status) => status === 429)).toHaveLength(1);
    expect(await from('203.0.113.2')).toBe(400);
  });

  test('5 an hour a sender', async () => {
    const sent = await Promise.all(Array.from({ length: 6 }, () => send(fill({ email: 'Busy@example.in' }))));
    expect(sent.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5);
    const refused = sent.find(({ statusCode }) => statusCode === 429);
    expect(refused?.json().message).toBe('Too many attempts. Please try again later.');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await send(fill({ email: 'other@example.in' }))).statusCode).toBe(201);
    expect((await list()).pagination.total).toBe(6);
  });
});

describe('administrators', () => {
  test.each([
    ['GET', '/api/contact/messages'],
    ['PATCH', `/api/contact/messages/${UNKNOWN_ID}`],
    ['DELETE', `/api/contact/messages/${UNKNOWN_ID}`],
  ] as const)('%s %s is for them only', async (method, url) => {
    const payload = { handled: true };
    expect(failureOf(await server.call({ method, url, payload }))).toEqual([401, 'Please sign in to continue']);
    expect(failureOf(await server.call({ method, url, payload, token: free }))).toEqual([
      403,
      'Only administrators can do this',
    ]);
    if (method !== 'GET') {
      expect(failureOf(await server.call({ method, url, payload, token: admin }))).toEqual([404, 'Message not found']);
    }
  });

  test('read page by page, newest first', async () => {
    await server.services.database.pool.query(
      `insert into contact_messages (id, name, email, subject, message, created_at, handled_at)
       select gen_random_uuid(), 'n' || i, 'a@example.in', 'general', 'x', now() + i * interval '1 second',
              case when i % 5 = 0 then now() end
       from generate_series(1, 25) i`,
    );
    await server.services.database.pool.query(
      `update contact_messages set id = overlay(overlay(id::text placing '7' from 15) placing '8' from 20)::uuid`,
    );
    const names = async (query: string) => (await list(query)).messages.map(({ name }) => name);
    expect((await names('')).slice(0, 2)).toEqual(['n25', 'n24']);
    expect(await names('?page=2')).toEqual(['n5', 'n4', 'n3', 'n2', 'n1']);
    expect((await list('?page=2')).pagination).toEqual({ page: 2, limit: 20, total: 25, pages: 2 });
    expect(await names('?status=handled')).toEqual(['n25', 'n20', 'n15', 'n10', 'n5']);
    expect((await list('?status=open')).pagination.total).toBe(20);
    const wrong = await server.call({ url: '/api/contact/messages?status=old', token: admin });
    expect(failureOf(wrong)).toEqual([400, 'Status must be open or handled']);
  });

  test('mark a message as handled, open it again and delete it; the audit log has it by ids', async () => {
    await send(fill());
    const id = (await list()).messages[0]?._id ?? '';
    const url = `/api/contact/messages/${id}`;
    const mark = (handled: unknown) => server.call({ method: 'PATCH', url, payload: { handled }, token: admin });
    const first = (await mark(true)).json();
    expect(first).toMatchObject({ status: 'success', data: { _id: id, handledAt: expect.any(String) } });
    expect((await mark(true)).json().data.handledAt).toBe(first.data.handledAt);
    expect((await mark(false)).json().data.handledAt).toBeNull();
    expect(failureOf(await mark('yes'))).toEqual([400, 'Handled must be true or false']);
    expect((await server.call({ method: 'DELETE', url, token: admin })).statusCode).toBe(200);
    expect((await list()).messages).toEqual([]);
    const { rows } = await server.services.database.pool.query(
      'select action, details from audit_log where subject_id = $1 order by at',
      [id],
    );
    expect(rows).toEqual([
      { action: 'contact.update', details: { handled: true } },
      { action: 'contact.update', details: { handled: true } },
      { action: 'contact.update', details: { handled: false } },
      { action: 'contact.delete', details: {} },
    ]);
  });
});

function fill(changes: Partial<Record<keyof NewContactMessage, string>> = {}) {
  return {
    name: 'Meera Iyer',
    email: 'meera@example.in',
    subject: 'billing',
    message: 'When is the invoice for November due?',
    ...changes,
  };
}

let senders = 0;

/** Sends a form, each from another address. */
function send(form: object) {
  senders += 1;
  return post(server, '/contact', form, { headers: { 'x-forwarded-for': `198.51.100.${senders}` } });
}

async function list(query = '') {
  const response = await server.call({ url: `/api/contact/messages${query}`, token: admin });
  return listContactMessages.answers[200].parse(response.json()).data;
}

async function deliver(): Promise<void> {
  for (const { data } of server.enqueued) await createMailDelivery(mailer).run(data);
}
