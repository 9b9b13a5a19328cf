import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookiesOf, failureOf, fillRegistration, post } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { startSmtp, type TestSmtp } from '../../../test/smtp.ts';
import { createSmtpMailer, type Mailer } from '../../platform/mail/mailer.ts';
import { createMailDelivery } from '../../platform/mail/outbox.ts';

let smtp: TestSmtp;
let mailer: Mailer;
let server: TestApp;

beforeAll(async () => {
  smtp = await startSmtp();
  mailer = createSmtpMailer(smtp.url, 'Anupalan <no-reply@example.in>');
  server = await startTestApp({ mailer });
});

afterAll(async () => {
  mailer.close();
  await smtp.close();
  await server.close();
});

test('somebody signs up and in with the codes that a mail server brought', async () => {
  const form = fillRegistration({ firstName: 'Zoë' });
  const email = form.primaryEmail;
  const signUp = await post(server, '/auth/register', form);
  expect(smtp.received).toMatchObject([
    {
      from: 'no-reply@example.in',
      to: [email],
      mail: {
        from: { name: 'Anupalan', address: 'no-reply@example.in' },
        to: [{ address: email }],
        subject: 'Confirm your email address',
      },
    },
  ]);
  const confirmation = { email, otp: readCode(), purpose: 'registration' };
  const confirmed = await post(server, '/auth/verify-otp', confirmation, { cookies: cookiesOf(signUp) });
  expect(confirmed.statusCode).toBe(200);

  await createMailDelivery(mailer).run(server.enqueued.at(-1)?.data);
  const welcome = smtp.received.at(-1)?.mail;
  expect(welcome?.subject).toBe('Welcome to Anupalan');
  expect(welcome?.text).toContain('Welcome, Zoë');
  expect(welcome?.html).toContain('अनुपालन');

  await post(server, '/auth/login', { email, password: form.password });
  expect(smtp.received.at(-1)?.mail.subject).toBe('Your sign-in code');
  const signedIn = await post(server, '/auth/verify-login', { email, otp: readCode() });
  expect(signedIn.json().data.user).toMatchObject({ primaryEmail: email, firstName: 'Zoë' });
});

test('an address that the mail server refuses is told, and nothing is kept', async () => {
  const form = fillRegistration({ primaryEmail: 'meera@refused.example.in' });
  const response = await post(server, '/auth/register', form, { expect5xx: true });
  expect(failureOf(response)).toEqual([502, 'Failed to generate and send OTP']);
  const kept = await server.services.database.db
    .selectFrom('users')
    .select('id')
    .where('primary_email', '=', form.primaryEmail)
    .execute();
  expect(kept).toEqual([]);
});

test('a mail server that is away counts as one that refused', async () => {
  const gone = await startSmtp();
  await gone.close();
  const away = createSmtpMailer(gone.url, 'no-reply@example.in');
  const mail = { to: 'meera@example.in', subject: 'x', text: 'x', html: '<p>x</p>' };
  await expect(away.deliver(mail)).rejects.toThrow('ECONNREFUSED');
  away.close();
});

/** The code of the newest mail, the same in its text and its page. */
function readCode(): string {
  const { text = '', html = '' } = smtp.received.at(-1)?.mail ?? {};
  const code = /^\d{6}$/m.exec(text)?.[0] ?? 'no code';
  expect(html).toContain(`>${code}<`);
  return code;
}
