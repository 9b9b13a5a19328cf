import { afterAll, beforeAll, expect, test } from 'vitest';
import { cookiesOf, failureOf, fillRegistration, listMail, post, signUp, UNHURRIED } from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

test('a sign-up is kept as pending, with an unconfirmed company, and a code is mailed', async () => {
  const form = fillRegistration({ primaryEmail: ' Asha.Rao@Example.IN ' });
  const response = await post(server, '/auth/register', form);
  expect(response.statusCode).toBe(201);
  expect(response.json()).toEqual({
    status: 'success',
    message: 'Registration successful! Please verify your email with OTP',
  });
  expect(await listMail(server, 'asha.rao@example.in')).toMatchObject([{ subject: 'Confirm your email address' }]);
  const [kept, ...others] = await listSignUps('asha.rao@example.in');
  expect(others).toEqual([]);
  expect(kept).toMatchObject({ status: 'pending', role: 'user', confirmed: false, company_name: 'Iyer Textiles' });
  expect(kept?.password_hash).toMatch(/^\$argon2id\$/);
  expect(kept?.code_hash).toMatch(/^\$argon2id\$/);
});

test('what is optional may be left out', async () => {
  const { companyPhone, companyEmail, industry, companyWebsite, ...form } = fillRegistration();
  const responses = [
    await post(server, '/auth/register', form),
    await post(server, '/auth/register', { ...form, companyPhone: '', companyEmail: '', companyWebsite: '' }),
  ];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
});

test('every fault is told at once, and nothing is kept', async () => {
  const form = {
    firstName: 'A',
    primaryEmail: 'nobody@',
    password: 'short',
    confirmPassword: 'other',
    companyPhone: '1',
  };
  const response = await post(server, '/auth/register', form);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({
    status: 'error',
    message: 'First name must be at least 2 characters',
    errors: {
      firstName: 'First name must be at least 2 characters',
      lastName: 'Last name must be at least 2 characters',
      personalPhone: 'Phone number must be at least 10 digits',
      primaryEmail: 'Invalid email address',
      password: 'Password must be at least 8 characters',
      confirmPassword: "Passwords don't match",
      companyName: 'Company name must be at least 2 characters',
      employeeCount: 'Employee count must be at least 1',
      companyPhone: 'Phone number must be at least 10 digits',
      designation: 'Designation is required',
      city: 'City is required',
      state: 'State is required',
      country: 'Country is required',
    },
  });
  expect(response.cookies).toEqual([]);
  expect(await listSignUps('nobody@')).toEqual([]);
});

test.each([
  ['firstName', 'A', 'First name must be at least 2 characters'],
  ['firstName', ' A ', 'First name must be at least 2 characters'],
  ['lastName', 'B', 'Last name must be at least 2 characters'],
  ['personalPhone', '987654321', 'Phone number must be at least 10 digits'],
  ['personalPhone', '+971501234567', 'Please enter only numbers'],
  ['primaryEmail', 'meera.example.in', 'Invalid email address'],
  ['companyName', 'I', 'Company name must be at least 2 characters'],
  ['employeeCount', 0, 'Employee count must be at least 1'],
  ['employeeCount', '42', 'Employee count must be at least 1'],
  ['companyPhone', '12345', 'Phone number must be at least 10 digits'],
  ['companyPhone', '044/2345678', 'Please enter only numbers'],
  ['companyEmail', 'office@', 'Invalid company email'],
  ['designation', 'Intern', 'Designation is required'],
  ['city', 'C', 'City is required'],
  ['state', 'Bavaria', 'State is required'],
  ['country', 'I', 'Country is required'],
  ['companyWebsite', 'iyer', 'Invalid website URL'],
  ['companyWebsite', 'javascript:alert(1)', 'Invalid website URL'],
  ['companyWebsite', 'https://x.in/\u0007', 'Invalid website URL'],
  ['companyWebsite', 'https://x.in/\ty', 'Invalid website URL'],
  ['industry', null, 'Please enter text'],
  ['confirmPassword', 'Right-horse-8', "Passwords don't match"],
])('%s %j is refused: %s', async (field, value, message) => {
  const response = await post(server, '/auth/register', { ...fillRegistration(), [field]: value });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toEqual({ status: 'error', message, errors: { [field]: message } });
});

test.each([
  ['Short-9', 'Password must be at least 8 characters'],
  ['right-horse-9', 'Password must contain at least one uppercase letter'],
  ['RIGHT-HORSE-9', 'Password must contain at least one lowercase letter'],
  ['Right-horse', 'Password must contain at least one number'],
  ['Right1horse', 'Password must contain at least one special character'],
])('the password %s is refused: %s', async (password, message) => {
  const response = await post(server, '/auth/register', fillRegistration({ password }));
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toEqual({ password: message });
});

test.each([
  ['primaryEmail', 'This email is already registered'],
  ['personalPhone', 'This phone number is already registered'],
  ['companyEmail', 'This company email is already registered'],
  ['companyPhone', 'This company phone is already registered'],
] as const)('%s of somebody confirmed is refused: %s', async (field, message) => {
  const taken = fillRegistration();
  const { email, otp, cookies } = await signUp(server, taken);
  await post(server, '/auth/verify-otp', { email, otp, purpose: 'registration' }, { cookies });
  const form = fillRegistration({ [field]: taken[field] });
  const response = await post(server, '/auth/register', form);
  expect(response.statusCode).toBe(409);
  expect(response.json()).toEqual({ status: 'error', message, errors: { [field]: message } });
  expect(response.cookies).toEqual([]);
  expect(await listSignUps(form.primaryEmail)).toHaveLength(field === 'primaryEmail' ? 1 : 0);
});

test('everything that is taken is told at once; of suspended people too', async () => {
  const taken = fillRegistration();
  const { email, otp } = await signUp(server, taken);
  await post(server, '/auth/verify-otp', { email, otp, purpose: 'registration' });
  await server.services.database.db
    .updateTable('users')
    .set({ status: 'suspended' })
    .where('primary_email', '=', email)
    .execute();
  const response = await post(server, '/auth/register', taken);
  expect(response.statusCode).toBe(409);
  expect(response.json().errors).toEqual({
    primaryEmail: 'This email is already registered',
    personalPhone: 'This phone number is already registered',
    companyEmail: 'This company email is already registered',
    companyPhone: 'This company phone is already registered',
  });
});

test('a pending sign-up blocks nobody: the same again stands beside it', async () => {
  const form = fillRegistration();
  for (const _ of [1, 2]) expect((await post(server, '/auth/register', form)).statusCode).toBe(201);
  expect(await listSignUps(form.primaryEmail)).toMatchObject([{ status: 'pending' }, { status: 'pending' }]);
});

test('the cookie of the step is out of reach of scripts and other sites', async () => {
  const response = await post(server, '/auth/register', fillRegistration());
  expect(response.cookies).toEqual([
    {
      name: 'anupalan-sign-up',
      value: expect.stringMatching(/^[\w-]{43}$/),
      path: '/api/auth',
      maxAge: 1800,
      httpOnly: true,
      sameSite: 'Strict',
    },
  ]);
});

test('with an https address the cookie travels only over https, and no other host can set it', async () => {
  const secure = await startTestApp({ env: { PUBLIC_URL: 'https://localhost:3000' } });
  try {
    const response = await post(secure, '/auth/register', fillRegistration());
    expect(response.cookies).toMatchObject([{ name: '__Host-anupalan-sign-up', path: '/', secure: true }]);
  } finally {
    await secure.close();
  }
});

test('a mail that cannot be handed over leaves nothing behind', async () => {
  const mailer = { deliver: () => Promise.reject(new Error('mailbox full')), close: () => {} };
  const form = fillRegistration();
  const offline = await startTestApp({ mailer });
  try {
    const response = await post(offline, '/auth/register', form, { expect5xx: true });
    expect(failureOf(response)).toEqual([502, 'Failed to generate and send OTP']);
    expect(cookiesOf(response)).toEqual({});
    const { db } = offline.services.database;
    for (const table of ['users', 'workspaces', 'companies', 'one_time_codes'] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    const counts = await db.selectFrom('rate_limits').select('points').where('key', 'like', 'codes-mailed%').execute();
    expect(counts.map(({ points }) => points)).toEqual([0, 0, 0, 0]);
  } finally {
    await offline.close();
  }
});

function listSignUps(email: string) {
  return server.services.database.db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .innerJoin('companies', 'companies.workspace_id', 'memberships.workspace_id')
    .leftJoin('one_time_codes', 'one_time_codes.user_id', 'users.id')
    .select(['status', 'users.role', 'password_hash', 'company_name', 'confirmed', 'code_hash'])
    .where('primary_email', '=', email)
    .execute();
}
