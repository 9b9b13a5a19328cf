import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAccount,
  cookiesOf,
  countTries,
  enterPassword,
  failureOf,
  PASSWORD,
  post,
  readCode,
  TestBrowser,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

const TOO_MANY = [429, 'Too many attempts. Please try again later.'];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

test('wrong passwords in a known browser count by themselves, and close that browser only', async () => {
  const { email } = await addAccount(server);
  const [mine, other] = [openBrowser(), openBrowser()];
  for (const browser of [mine, other]) await browser.signIn(email);
  for (let tries = 0; tries < 20; tries += 1) expect((await mine.login(email, 'Wrong-horse-9')).statusCode).toBe(401);
  expect(failureOf(await mine.login(email))).toEqual(TOO_MANY);
  expect((await other.login(email)).statusCode).toBe(200);
  expect((await openBrowser().login(email)).statusCode).toBe(200);
});

test('a browser is known to each account that it signed in to', async () => {
  const [mine, theirs] = [await addAccount(server), await addAccount(server)];
  const shared = openBrowser();
  for (const { email } of [mine, theirs, mine]) await shared.signIn(email);
  for (const { email } of [mine, theirs]) {
    await countTries(server, 'codes-mailed-strangers', email, 15);
    expect((await shared.forget(email)).statusCode).toBe(200);
  }
  const { db } = server.services.database;
  const known = await db
    .selectFrom('known_browsers')
    .select('user_id')
    .where('user_id', 'in', [mine.userId, theirs.userId])
    .execute();
  expect(known, 'one row each, also after signing in again').toHaveLength(2);
});

test('whoever signed in to another account is a stranger to this one', async () => {
  const [mine, theirs] = [await addAccount(server), await addAccount(server)];
  const stranger = openBrowser();
  await stranger.signIn(theirs.email);
  await countTries(server, 'codes-mailed-strangers', mine.email, 15);
  expect(failureOf(await stranger.forget(mine.email))).toEqual(TOO_MANY);
});

test('a known browser has calls of its own when its address has used up the others', async () => {
  const strict = await startTestApp({ env: { AUTH_ATTEMPTS_PER_IP: '3' } });
  try {
    const { email } = await addAccount(strict);
    const step = await enterPassword(strict, email);
    const signedIn = await post(strict, '/auth/verify-login', { email, otp: step.otp }, { cookies: step.cookies });
    const known = { 'anupalan-known': cookiesOf(signedIn)['anupalan-known'] ?? '' };
    await post(strict, '/auth/login', {});
    expect((await post(strict, '/auth/login', {})).statusCode).toBe(429);
    const invented = { 'anupalan-known': 'a'.repeat(43) };
    expect((await post(strict, '/auth/login', {}, { cookies: invented })).statusCode).toBe(429);
    for (let calls = 0; calls < 20; calls += 1) {
      expect((await post(strict, '/auth/login', {}, { cookies: known })).statusCode).toBe(400);
    }
    expect((await post(strict, '/auth/login', {}, { cookies: known })).statusCode).toBe(429);
  } finally {
    await strict.close();
  }
});

test('a reset forgets the browsers that signed in with the old password, and knows the one it was done in', async () => {
  const { email, userId } = await addAccount(server);
  const [thief, owner] = [openBrowser('203.0.113.66'), openBrowser()];
  await thief.signIn(email);
  await owner.forget(email);
  expect((await owner.reset(email, await readCode(server, email))).statusCode).toBe(200);
  await countTries(server, 'codes-mailed-strangers', email, 15);
  expect(failureOf(await thief.forget(email))).toEqual(TOO_MANY);
  expect((await owner.forget(email)).statusCode).toBe(200);
  const { db } = server.services.database;
  expect(await db.selectFrom('known_browsers').select('user_id').where('user_id', '=', userId).execute()).toHaveLength(
    1,
  );
});

test('where three known browsers wait for their codes, the request of a stranger voids none of them', async () => {
  const { email } = await addAccount(server);
  const known = [openBrowser(), openBrowser(), openBrowser()];
  for (const browser of known) await browser.signIn(email);
  const codes = new Map<TestBrowser, string>();
  for (const browser of known) {
    await browser.login(email);
    codes.set(browser, await readCode(server, email));
  }
  await openBrowser('203.0.113.66').login(email);
  for (const [browser, otp] of codes) expect((await browser.verify(email, otp)).statusCode).toBe(200);
});

test('an account knows twenty browsers; programs that keep no cookies give way first', async () => {
  const { email, userId } = await addAccount(server);
  const owner = openBrowser();
  await owner.signIn(email);
  const { db } = server.services.database;
  const programs = Array.from({ length: 19 }, (_, index) => ({
    token_hash: Buffer.alloc(32, index),
    user_id: userId,
    keeps_cookies: false,
  }));
  await db.insertInto('known_browsers').values(programs).execute();
  for (let signIns = 0; signIns < 2; signIns += 1) {
    const { otp } = await enterPassword(server, email);
    await post(server, '/auth/verify-login', { email, otp });
  }
  const known = await db.selectFrom('known_browsers').select('keeps_cookies').where('user_id', '=', userId).execute();
  expect([known.length, known.filter(({ keeps_cookies }) => keeps_cookies).length]).toEqual([20, 1]);
});

test('what is stored of a browser is a digest', async () => {
  const { email } = await addAccount(server);
  const { otp, cookies } = await enterPassword(server, email);
  const signedIn = await post(server, '/auth/verify-login', { email, otp }, { cookies });
  const token = cookiesOf(signedIn)['anupalan-known'];
  expect(signedIn.cookies.find(({ name }) => name === 'anupalan-known')).toMatchObject({
    value: expect.stringMatching(/^[\w-]{43}$/),
    maxAge: 400 * 86_400,
    httpOnly: true,
    sameSite: 'Strict',
  });
  const { rows } = await server.services.database.pool.query(
    'select to_jsonb(known_browsers)::text as row from known_browsers',
  );
  expect(rows.map(({ row }) => row).join()).not.toContain(token);
});

test('with an https address every cookie of the sign-in calls is bound to this host', async () => {
  const secure = await startTestApp({ env: { PUBLIC_URL: 'https://localhost:3000' } });
  try {
    const { email } = await addAccount(secure);
    const asked = await post(secure, '/auth/login', { email, password: PASSWORD });
    const code = { email, otp: await readCode(secure, email) };
    const signedIn = await post(secure, '/auth/verify-login', code, { cookies: cookiesOf(asked) });
    expect(signedIn.statusCode).toBe(200);
    const forgotten = await post(secure, '/auth/forgot-password', { email });
    const cookies = [asked, signedIn, forgotten].flatMap((response) => response.cookies);
    expect(cookies.map(({ name }) => name)).toEqual([
      '__Host-anupalan-sign-in',
      '__Host-anupalan-sign-in',
      '__Host-anupalan-known',
      '__Host-anupalan-password-reset',
    ]);
    const bound = { path: '/', secure: true, httpOnly: true, sameSite: 'Strict' };
    for (const cookie of cookies) {
      expect(cookie, cookie.name).toMatchObject(bound);
      expect(cookie, 'no domain').not.toHaveProperty('domain');
    }
  } finally {
    await secure.close();
  }
});

/** A browser at an address. */
function openBrowser(address = '203.0.113.1'): TestBrowser {
  return new TestBrowser(server, address);
}
