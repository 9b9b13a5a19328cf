import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cookiesOf,
  failureOf,
  fillRegistration,
  letCodesAge,
  listMail,
  mistype,
  post,
  readCode,
  signUp,
  type TakenStep,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { FROM_ELSEWHERE } from '../../platform/http/from-this-machine.fixture.ts';
import { createMailDelivery } from '../../platform/mail/outbox.ts';

const INVALID = [401, 'Invalid OTP. Please try again.'];
const EXPIRED = [401, 'OTP has expired. Please request a new one.'];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

test('the code makes the user active and signs them in', async () => {
  const step = await signUp(server);
  const response = await confirm(step);
  expect(response.statusCode).toBe(200);
  const { status, message, data } = response.json();
  expect([status, message]).toEqual(['success', 'Email verified successfully']);
  expect(data.user).toMatchObject({
    primaryEmail: step.email,
    status: 'active',
    role: 'user',
    company: { companyName: 'Iyer Textiles', state: 'Tamil Nadu', additionalStates: [] },
  });
  expect(response.body).not.toContain('argon2');
  expect(cookiesOf(response)).toEqual({ 'anupalan-sign-up': '', 'anupalan-known': expect.any(String) });
  const profile = await server.call({ url: '/api/users/profile', token: data.token });
  expect(profile.json().data.user).toEqual(data.user);
});

test('a welcome waits for those who are confirmed, and only for them', async () => {
  const form = fillRegistration({ firstName: 'Vikram' });
  const [first, second] = [await signUp(server, form), await signUp(server, form)];
  server.enqueued.length = 0;
  expect(failureOf(await confirm({ ...first, otp: mistype(first.otp) }))).toEqual(INVALID);
  expect(server.enqueued).toEqual([]);
  await confirm(first);
  expect((await confirm(second)).statusCode).toBe(409);
  const [welcome, ...others] = server.enqueued;
  expect(others).toEqual([]);
  expect(welcome?.queue).toBe('deliver-mail');
  await createMailDelivery(server.services.mailer).run(welcome?.data);
  const delivered = (await listMail(server, form.primaryEmail)).at(-1);
  expect(delivered?.subject).toBe('Welcome to Anupalan');
  expect(delivered?.text).toContain('Welcome, Vikram');
});

test('a code works once, also when two calls bring it at once', async () => {
  const step = await signUp(server);
  const responses = await Promise.all([confirm(step), confirm(step)]);
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  expect(failureOf(await confirm(step))).toEqual(EXPIRED);
});

test('a code confirms only the sign-up it was mailed for', async () => {
  const mine = fillRegistration({ firstName: 'Mine' });
  const theirs = { ...fillRegistration({ firstName: 'Theirs' }), primaryEmail: mine.primaryEmail };
  const first = await signUp(server, mine);
  await signUp(server, theirs);
  const response = await confirm({ ...first, cookies: {} });
  expect(response.json().data.user).toMatchObject({ firstName: 'Mine', personalPhone: mine.personalPhone });
  const { db } = server.services.database;
  const others = await db
    .selectFrom('users')
    .select(['first_name', 'status'])
    .where('primary_email', '=', mine.primaryEmail)
    .orderBy('first_name')
    .execute();
  expect(others).toEqual([
    { first_name: 'Mine', status: 'active' },
    { first_name: 'Theirs', status: 'pending' },
  ]);
});

test('a browser that signed up accepts only the code of its own sign-up', async () => {
  const mine = fillRegistration();
  const first = await signUp(server, mine);
  const second = await signUp(server, mine);
  expect(failureOf(await confirm({ ...first, otp: second.otp }))).toEqual(INVALID);
  expect(failureOf(await confirm({ ...second, otp: first.otp }))).toEqual(INVALID);
  expect((await confirm(second)).statusCode).toBe(200);
});

test('a code of one address confirms no other', async () => {
  const [first, second] = [await signUp(server), await signUp(server)];
  expect(failureOf(await confirm({ ...first, email: second.email, cookies: {} }))).toEqual(INVALID);
});

test('what was taken meanwhile is told when the code comes, and nothing of it is kept', async () => {
  const winner = fillRegistration();
  const loser = { ...fillRegistration(), personalPhone: winner.personalPhone, companyEmail: winner.companyEmail };
  const [first, second] = [await signUp(server, winner), await signUp(server, loser)];
  expect((await confirm(first)).statusCode).toBe(200);
  const response = await confirm(second);
  expect(response.statusCode).toBe(409);
  expect(response.json()).toEqual({
    status: 'error',
    message: 'This phone number is already registered',
    errors: {
      personalPhone: 'This phone number is already registered',
      companyEmail: 'This company email is already registered',
    },
  });
  const { db } = server.services.database;
  const left = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .innerJoin('companies', 'companies.workspace_id', 'memberships.workspace_id')
    .select(['status', 'confirmed'])
    .where('primary_email', '=', loser.primaryEmail)
    .execute();
  expect(left).toEqual([{ status: 'pending', confirmed: false }]);
});

test('of two sign-ups with one address that are confirmed at once, one wins', async () => {
  const form = fillRegistration();
  const steps = [await signUp(server, form), await signUp(server, form)];
  const responses = await Promise.all(steps.map(confirm));
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test('after five wrong tries the right code is void, and a new one is not', async () => {
  const form = fillRegistration();
  const step = await signUp(server, form);
  const wrong = { ...step, otp: mistype(step.otp) };
  for (const _ of [1, 2, 3, 4, 5]) expect(failureOf(await confirm(wrong))).toEqual(INVALID);
  expect(failureOf(await confirm(step))).toEqual(EXPIRED);
  await letCodesAge(server, step.email, '31 seconds');
  await resend(step);
  expect((await confirm({ ...step, otp: await readCode(server, step.email) })).statusCode).toBe(200);
});

test('the fifth try may be the right one', async () => {
  const step = await signUp(server);
  for (const _ of [1, 2, 3, 4]) await confirm({ ...step, otp: mistype(step.otp) });
  expect((await confirm(step)).statusCode).toBe(200);
});

test('a code lives ten minutes', async () => {
  const [early, late] = [await signUp(server), await signUp(server)];
  await letCodesAge(server, early.email, '9 minutes 50 seconds');
  await letCodesAge(server, late.email, '10 minutes');
  expect((await confirm(early)).statusCode).toBe(200);
  expect(failureOf(await confirm(late))).toEqual(EXPIRED);
});

test.each([
  [{ otp: '12345' }, 'otp', 'OTP must be 6 digits'],
  [{ otp: '12345a' }, 'otp', 'OTP must contain only numbers'],
  [{ email: 'nobody' }, 'email', 'Invalid email address'],
  [{ purpose: 'login' }, 'purpose', 'Purpose must be registration or email-change'],
])('%j is refused', async (change, field, message) => {
  const form = { email: 'meera@example.in', otp: '123456', purpose: 'registration', ...change };
  const response = await post(server, '/auth/verify-otp', form);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({ status: 'error', message, errors: { [field]: message } });
});

test('the browser that signed up may ask for a new code, which voids the old one', async () => {
  const step = await signUp(server);
  await letCodesAge(server, step.email, '31 seconds');
  const response = await resend(step);
  expect(response.statusCode).toBe(201);
  expect(await listMail(server, step.email)).toHaveLength(2);
  const otp = await readCode(server, step.email);
  expect(failureOf(await confirm(step))).toEqual(INVALID);
  expect((await confirm({ ...step, otp })).statusCode).toBe(200);
});

test('asking again within 30 seconds of the last code is too soon', async () => {
  const step = await signUp(server);
  await letCodesAge(server, step.email, '20 seconds');
  const response = await resend(step);
  expect(response.statusCode).toBe(429);
  expect(Number(response.headers['retry-after'])).toBeGreaterThanOrEqual(5);
  expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(10);
  expect(await listMail(server, step.email)).toHaveLength(1);
});

test('two clicks at once send one code', async () => {
  const step = await signUp(server);
  await letCodesAge(server, step.email, '31 seconds');
  const responses = await Promise.all([resend(step), resend(step)]);
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 429]);
  expect(await listMail(server, step.email)).toHaveLength(2);
});

test('without the cookie of that sign-up, asking again is a form that is not filled in', async () => {
  const [step, other] = [await signUp(server), await signUp(server)];
  await letCodesAge(server, step.email, '31 seconds');
  for (const cookies of [{}, other.cookies]) {
    const response = await resend({ ...step, cookies });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().errors)).toEqual(expect.arrayContaining(['firstName', 'password', 'state']));
  }
  expect(await listMail(server, step.email)).toHaveLength(1);
});

test('a full form mails a new code at any time', async () => {
  const form = fillRegistration();
  const step = await signUp(server, form);
  const response = await post(server, '/auth/register', form, { cookies: step.cookies });
  expect(response.statusCode).toBe(201);
  expect(await listMail(server, step.email)).toHaveLength(2);
});

test('the universal code is no code for callers from elsewhere', async () => {
  const local = await startTestApp({ env: { SUPER_OTP: '424242' } });
  try {
    const { email, cookies } = await signUp(local);
    const payload = { email, otp: '424242', purpose: 'registration' };
    // A code has five tries, so some of the table must do.
    for (const [who, request] of FROM_ELSEWHERE.filter((_, at) => at % 4 === 2)) {
      const call = { ...request, method: 'POST', url: '/api/auth/verify-otp', payload, cookies } as const;
      expect(failureOf(await local.call(call)), who).toEqual(INVALID);
    }
  } finally {
    await local.close();
  }
});

test('the universal code works only where it is set', async () => {
  const local = await startTestApp({ env: { SUPER_OTP: '424242' } });
  try {
    const { email, cookies } = await signUp(local);
    const form = { email, otp: '424242', purpose: 'registration' };
    const response = await post(local, '/auth/verify-otp', form, { cookies });
    expect(response.statusCode).toBe(200);
    expect(response.json().message).toBe('Super OTP verification successful');
    expect(response.json().data.user).toMatchObject({ primaryEmail: email, status: 'active' });
    expect(failureOf(await post(local, '/auth/verify-otp', form))).toEqual(EXPIRED);
    const login = await post(local, '/auth/verify-login', { email, otp: '424242' });
    expect(login.statusCode).toBe(401);
  } finally {
    await local.close();
  }
  const step = await signUp(server);
  expect(failureOf(await confirm({ ...step, otp: '424242' }))).toEqual(INVALID);
});

function confirm({ email, otp, cookies }: TakenStep) {
  return post(server, '/auth/verify-otp', { email, otp, purpose: 'registration' }, { cookies });
}

/** Asks for the code again as the form does: only the e-mail is right. */
function resend({ email, cookies }: Omit<TakenStep, 'otp'>) {
  return post(server, '/auth/register', { primaryEmail: email, password: '', firstName: '' }, { cookies });
}
