import { listMailbox } from '@anupalan/contract/mailbox';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureOf } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { FROM_ELSEWHERE, ON_THIS_MACHINE } from '../../platform/http/from-this-machine.fixture.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
  await keep('Meera@example.in', 'Oldest', '2026-01-01T08:00:00Z');
  await keep('asha@example.in', 'Newest', '2026-01-03T08:00:00Z');
  await keep('meera@example.in', 'Between', '2026-01-02T08:00:00Z');
});

afterAll(() => server.close());

test('everything that was sent, newest first', async () => {
  const response = await open();
  expect(response.statusCode).toBe(200);
  const { data } = listMailbox.answers[200].parse(response.json());
  expect(response.json()).toEqual({ status: 'success', data });
  expect(data.map(({ subject }) => subject)).toEqual(['Newest', 'Between', 'Oldest']);
  expect(data[0]).toEqual({
    _id: expect.any(String),
    to: 'asha@example.in',
    subject: 'Newest',
    text: 'Text of Newest',
    html: '<p>Newest</p>',
    sentAt: '2026-01-03T08:00:00.000Z',
  });
});

test('a mail has the file that goes with it', async () => {
  const attachment = { name: 'overview.pdf', mediaType: 'application/pdf', base64: 'JVBERi0=' };
  const mail = { to: 'files@example.in', subject: 'With a file', text: 'x', html: 'x', attachment };
  await server.services.mailer.deliver(mail);
  const { data } = listMailbox.answers[200].parse((await open({ url: '/api/mailbox?to=files@example.in' })).json());
  expect(data).toMatchObject([{ subject: 'With a file', attachment }]);
  await server.services.database.db.deleteFrom('outgoing_mail').where('subject', '=', 'With a file').execute();
});

test.each([
  ['meera@example.in', ['Between', 'Oldest']],
  ['%20MEERA@Example.in', ['Between', 'Oldest']],
  ['nobody@example.in', []],
  ['', ['Newest', 'Between', 'Oldest']],
])('to %s', async (to, subjects) => {
  const response = await open({ url: `/api/mailbox?to=${to}` });
  const { data } = listMailbox.answers[200].parse(response.json());
  expect(data.map(({ subject }) => subject)).toEqual(subjects);
});

test.each(ON_THIS_MACHINE)('is open to %s', async (_, request) => {
  expect((await open(request)).statusCode).toBe(200);
});

test.each(FROM_ELSEWHERE)('%s finds nothing', async (_, request) => {
  const response = await open(request);
  expect(failureOf(response)).toEqual([404, 'Not found']);
  expect(response.body).not.toContain('Newest');
});

test.each([
  ['a public address', { PUBLIC_URL: 'https://anupalan.example.in' }],
  ['NODE_ENV=production', { NODE_ENV: 'production', PUBLIC_URL: 'https://anupalan.example.in' }],
  ['a HOST that is not on this machine', { HOST: '0.0.0.0' }],
])('with %s there is no mailbox', async (_, env) => {
  const remote = await startTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1', ...env } });
  try {
    expect(failureOf(await remote.call({ url: '/api/mailbox' }))).toEqual([404, 'Not found']);
  } finally {
    await remote.close();
  }
});

test('a trusted proxy does not make a stranger local', async () => {
  const proxied = await startTestApp({ env: { TRUST_PROXY: 'true' } });
  try {
    const headers = { 'x-forwarded-for': '127.0.0.1' };
    const response = await proxied.call({ url: '/api/mailbox', remoteAddress: '203.0.113.7', headers });
    expect(failureOf(response)).toEqual([404, 'Not found']);
  } finally {
    await proxied.close();
  }
});

/** Opens the mailbox as a browser on this machine does. */
function open(request: InjectOptions = {}) {
  return server.call({ url: '/api/mailbox', ...request });
}

async function keep(to: string, subject: string, sentAt: string): Promise<void> {
  const { database, mailer } = server.services;
  const text = `Text of ${subject}`;
  await mailer.deliver({ to, subject, text, html: `<p>${subject}</p>` });
  await database.db.updateTable('outgoing_mail').set({ sent_at: sentAt }).where('subject', '=', subject).execute();
}

test('with a mail server there is no mailbox', async () => {
  const other = await startTestApp({ env: { SMTP_URL: 'smtp://localhost:2525' } });
  const response = await other.call({ url: '/api/mailbox', headers: { host: 'localhost' } });
  expect(failureOf(response)).toEqual([404, 'Not found']);
  await other.close();
});
