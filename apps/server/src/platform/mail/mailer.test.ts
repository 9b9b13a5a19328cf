import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { startSmtp } from '../../../test/smtp.ts';
import { createSmtpMailer } from './mailer.ts';

/** A mail server that knows no STARTTLS, or whose answer somebody on the way has taken that out of. */
async function startPlainSmtp() {
  const heard: string[] = [];
  const answer = (socket: Socket) => {
    socket.write('220 mail.example.in\r\n');
    socket.on('error', () => {});
    socket.on('data', (data) => {
      heard.push(data.toString());
      socket.write(/^EHLO/.test(data.toString()) ? '250-mail.example.in\r\n250 AUTH PLAIN LOGIN\r\n' : '250 ok\r\n');
    });
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port');
  return { heard, port: address.port, close: () => server.close() };
}

test.each(['', '?ignoreTLS=true', '?requireTLS=false'])(
  'a mail server without STARTTLS gets neither password nor mail where TLS is required (smtp://…%s)',
  async (parameters) => {
    const server = await startPlainSmtp();
    const url = `smtp://user:hunter2@127.0.0.1:${server.port}/${parameters}`;
    const mailer = createSmtpMailer(url, 'no-reply@example.in', { requiresTls: true });
    const mail = { to: 'meera@example.in', subject: '123456', text: '123456', html: '<p>123456</p>' };
    await expect(mailer.deliver(mail)).rejects.toThrow(/STARTTLS|SSL routines/);
    mailer.close();
    server.close();
    expect(server.heard.join('')).not.toMatch(/AUTH|MAIL FROM|hunter2|123456/);
  },
);

test.each([
  ['is no SMTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['is bytes', '\u0000\u0001\u0002'.repeat(10_000)],
  ['is nothing, and then the end', ''],
])('a mail server whose answer %s counts as one that refused', async (_what, nonsense) => {
  const server = createServer((socket) => void socket.on('error', () => {}).end(nonsense)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port');
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${address.port}`, 'no-reply@example.in');
  const mail = { to: 'meera@example.in', subject: '123456', text: '123456', html: '<p>123456</p>' };
  await expect(mailer.deliver(mail)).rejects.toThrow();
  mailer.close();
  server.close();
});

test('a relay that takes longer for a mail than a code may wait gets once what nobody waits for', async () => {
  const gate = Promise.withResolvers<void>();
  const smtp = await startSmtp(() => gate.promise);
  const mailer = createSmtpMailer(smtp.url, 'no-reply@example.in', { silenceMs: 200 });
  const mail = { to: 'meera@example.in', subject: 'Due', text: 'Due', html: '<p>Due</p>' };
  const message = mailer.deliver({ ...mail, message: { id: '1' } });
  const notice = mailer.deliver({ ...mail, subject: 'Invited', id: '2' });
  // Begun after them, and given up.
  await expect(mailer.deliver({ ...mail, subject: '123456' })).rejects.toThrow('Timeout');
  gate.resolve();
  await Promise.all([message, notice]);
  const came = smtp.received.filter(({ mail }) => mail.subject !== '123456');
  expect(came.map(({ mail: { subject, messageId } }) => [subject, messageId]).sort()).toEqual([
    ['Due', '<1@example.in>'],
    ['Invited', '<2@example.in>'],
  ]);
  mailer.close();
  await smtp.close();
});

test('nothing on the way of a mail has to change it, which would break its signature', async () => {
  const smtp = await startSmtp();
  const mailer = createSmtpMailer(smtp.url, 'Anupalan <no-reply@example.in>');
  const long = 'भविष्य निधि, '.repeat(200);
  const subject = `1 due today: ${long}`.slice(0, 300);
  const unsubscribe = `https://anupalan.example.in/api/mail/unsubscribe?token=${'x'.repeat(47)}`;
  const html = `<p>${'₹ 1,00,000 and more of it without a break in the line '.repeat(200)}</p>`;
  for (const text of [`${long}\n.\nFrom us \n`, `${'plain words '.repeat(500)}\n.\n`]) {
    await mailer.deliver({ to: 'meera@example.in', subject, text, html, message: { id: '1', unsubscribe } });
    const { raw = '', mail } = smtp.received.pop() ?? {};
    // Lines no longer than RFC 5322 allows, of bytes that need no eighth bit, each ended in one way.
    const lines = raw.split('\r\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998);
    expect(raw.replaceAll('\r\n', '')).toMatch(/^[\x20-\x7e\t]*$/);
    expect(lines.filter((line) => /[ \t]$/.test(line))).toEqual([]);
    const names = mail?.headers.map(({ key }) => key) ?? [];
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id', 'mime-version']));
    expect([mail?.subject, mail?.text?.trimEnd(), mail?.html?.trim()]).toEqual([subject, text.trimEnd(), html]);
  }
  mailer.close();
  await smtp.close();
});

test.each([
  ['a code', {}, true],
  ['a notice', { id: '1' }, true],
  ['a message of many', { message: { id: '2', unsubscribe: 'https://anupalan.example.in/u' } }, true],
  ['what a person wrote', { id: '3', replyTo: 'asha@example.in' }, false],
])('%s says whether a program sends it', async (_what, more, isByProgram) => {
  const smtp = await startSmtp();
  const mailer = createSmtpMailer(smtp.url, 'no-reply@example.in');
  await mailer.deliver({ to: 'meera@example.in', subject: 'Due', text: 'Due', html: '<p>Due</p>', ...more });
  const headers = smtp.received[0]?.mail.headers;
  const said = headers?.flatMap(({ key, value }) =>
    /^(auto-submitted|x-auto-response-suppress)$/.test(key) ? [value] : [],
  );
  expect(said).toEqual(isByProgram ? ['auto-generated', 'All'] : []);
  mailer.close();
  await smtp.close();
});
