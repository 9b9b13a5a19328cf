import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookiesOf, fillRegistration, mistype, post, readCode } from '../test/accounts.ts';
import { fillJobPosting, formOf, GENUINE } from '../test/forms.ts';
import { startTestApp, type TestApp } from '../test/harness.ts';
import { addPerson } from '../test/people.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { createMailboxMailer } from './platform/mail/mailer.ts';
import { describeError } from './platform/process/log.ts';

/** What nobody may find in the log again. */
const MARKS = {
  firstName: 'Zubaidamark',
  lastName: 'Qureshimark',
  primaryEmail: 'zubaida.mark@example.in',
  personalPhone: '9112233445',
  password: 'Mark-horse-77',
  companyName: 'Markmills Textiles',
  companyPhone: '9112233446',
  companyEmail: 'office.mark@example.in',
};
const NEW_EMAIL = 'new.mark@example.in';
const MESSAGE = 'Markmessage, which is long enough';

let server: TestApp;
let log = '';
let isMailAway = false;
let deliver: Mailer;

beforeAll(async () => {
  const sink = new Writable({
    write: (line, _encoding, done) => {
      log += line;
      done();
    },
  });
  const mailer: Mailer = {
    deliver: async (mail) => {
      if (!isMailAway) return await deliver.deliver(mail);
      const refusal = new Error(`Can't send mail: 550 5.1.1 <${mail.to}>: Recipient address rejected`);
      throw Object.assign(refusal, { rejected: [mail.to], response: mail.text, code: 'EENVELOPE' });
    },
    close: () => {},
  };
  server = await startTestApp({
    env: { AUTH_ATTEMPTS_PER_IP: '1000', FORMS_PER_IP: '1000' },
    mailer,
    log: pino({ level: 'trace', serializers: { err: describeError } }, sink),
  });
  deliver = createMailboxMailer(server.services.database.db);
});

afterAll(() => server.close());

test('whatever people send, and whatever fails with it, no line of the log has it', async () => {
  const secrets = [...Object.values(MARKS), NEW_EMAIL, MESSAGE, 'Markskills'];
  const expect5xx = true;

  const form = fillRegistration({ ...MARKS, confirmPassword: MARKS.password });
  const { primaryEmail: email, password } = MARKS;
  isMailAway = true;
  expect((await post(server, '/auth/register', form, { expect5xx })).statusCode).toBe(502);
  isMailAway = false;
  const cookies = cookiesOf(await post(server, '/auth/register', form));
  secrets.push(...Object.values(cookies));
  const purpose = 'registration';
  secrets.push(await readCode(server, email));
  await post(server, '/auth/verify-otp', { email, purpose, otp: mistype(await readCode(server, email)) });
  const verified = await post(server, '/auth/verify-otp', { email, purpose, otp: await readCode(server, email) });
  const { token } = verified.json().data;
  secrets.push(token);

  await post(server, '/auth/register', form);
  await post(server, '/auth/login', { email, password: `${password}x` });
  await post(server, '/auth/login', { email, password });
  const otp = await readCode(server, email);
  secrets.push(otp);
  await post(server, '/auth/verify-login', { email, otp });
  await post(server, '/auth/forgot-password', { email });
  secrets.push(await readCode(server, email));
  await send('PUT', '/users/profile', { primaryEmail: NEW_EMAIL, firstName: `${MARKS.firstName}\n` });
  await send('PUT', '/users/profile', { firstName: 'M\n', personalPhone: MARKS.companyPhone });
  await send('PUT', '/companies/profile', { companyName: MARKS.companyName, companyEmail: MARKS.companyEmail });
  await send('GET', `/users?search=${encodeURIComponent(email)}`);
  await send('GET', `/audit-log?actor=${MARKS.firstName}`);
  await send('DELETE', '/users/profile', { password: `${password}x` });
  await send('GET', '/users/profile/data');
  const admin = await addPerson(server.services, { role: 'admin' });
  await server.call({ url: `/api/users?search=${MARKS.firstName}`, token: admin.token });

  const scopes = ['registrations:read'];
  const expiresAt = Temporal.Now.instant().add({ hours: 48 }).toString();
  const made = await server.call({
    method: 'POST',
    url: '/api/api-tokens',
    token,
    payload: { name: 'Mark', scopes, expiresAt },
  });
  const apiToken: string = made.json().data.token;
  secrets.push(apiToken.slice(4));
  await server.call({ url: '/api/registrations', token: apiToken });
  await server.call({ url: '/api/registrations', token: `${apiToken}x` });
  await server.call({ url: `/api/registrations?token=${apiToken}` });
  await server.call({ url: `/api/events/${apiToken}`, token: apiToken });
  await server.call({ url: `/api/${apiToken}/` });

  const message = { name: MARKS.firstName, email, subject: 'support', message: MESSAGE };
  await post(server, '/contact', message);
  const files = [{ field: 'files', name: `${MARKS.lastName}.pdf`, bytes: GENUINE.pdf }];
  const posting = fillJobPosting({ contactName: MARKS.firstName, contactEmail: email, specificSkills: 'Markskills' });
  await server.call({ ...formOf(posting, files), url: '/api/contact/job-posting' });
  await post(server, '/contact', JSON.parse(`{"name":"${MARKS.firstName}","email":"${email}"}`));

  // The database says which row it refused, with all that is in it.
  await server.owner.query(`
    alter table contact_messages add constraint refused check (message not like 'Mark%') not valid;
    alter table job_postings add constraint refused check (specific_skills not like 'Mark%') not valid;
    alter table users add constraint refused check (first_name <> 'Refused') not valid`);
  expect((await post(server, '/contact', message, { expect5xx })).statusCode).toBe(500);
  const refused = await server.call({ ...formOf(posting, files), url: '/api/contact/job-posting', expect5xx });
  expect(refused.statusCode).toBe(500);
  expect((await send('PUT', '/users/profile', { firstName: 'Refused' })).statusCode).toBe(500);

  expect(log).toContain('violates check constraint');
  expect(log).toContain('550 5.1.1');
  expect(secrets.filter((secret) => log.includes(secret) || log.includes(encodeURIComponent(secret)))).toEqual([]);

  function send(method: 'GET' | 'PUT' | 'DELETE', path: string, payload?: object) {
    return server.call({ method, url: `/api${path}`, token, expect5xx, ...(payload && { payload }) });
  }
}, 30_000);
