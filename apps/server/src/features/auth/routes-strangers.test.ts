import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addAccount,
  enterPassword,
  failureOf,
  letCodesAge,
  mistype,
  post,
  readCode,
  TestBrowser,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';

const NEW_PASSWORD = 'Fresh-horse-7';
const EXPIRED = [401, 'OTP has expired. Please request a new one.'];
const INVALID = [401, 'Invalid OTP. Please try again.'];
const TOO_MANY = [429, 'Too many attempts. Please try again later.'];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

/** Where everybody in an office seems to come from. */
const OFFICE = '203.0.113.1';

/** Calls of somebody who keeps no cookies. */
function callAs(address: string) {
  return {
    verify: (email: string, otp: string) =>
      post(server, '/auth/verify-login', { email, otp }, { remoteAddress: address }),
    reset: (email: string, otp: string) =>
      post(server, '/auth/reset-password', { email, otp, newPassword: NEW_PASSWORD }, { remoteAddress: address }),
  };
}

test.each([
  ['from elsewhere', '203.0.113.66'],
  ['from the same address', OFFICE],
])('21 wrong codes of a stranger %s leave the sign-in open to its owner', async (_, address) => {
  const { email } = await addAccount(server);
  const owner = openBrowser();
  await owner.login(email);
  const otp = await readCode(server, email);
  for (let tries = 0; tries < 21; tries += 1) await callAs(address).verify(email, mistype(otp));
  expect((await owner.verify(email, otp)).statusCode).toBe(200);
});

test('a code opens nothing in a browser that did not ask for it', async () => {
  const { email } = await addAccount(server);
  const [owner, thief] = [openBrowser(), openBrowser('203.0.113.66')];
  await owner.login(email);
  const otp = await readCode(server, email);
  expect(failureOf(await callAs('203.0.113.66').verify(email, otp)), 'without a cookie').toEqual(EXPIRED);
  await thief.login(email);
  expect(failureOf(await thief.verify(email, otp)), 'with the cookie of another step').toEqual(INVALID);
  expect((await owner.verify(email, otp)).statusCode).toBe(200);
});

test('a caller that ignores cookies uses the newest code that its address asked for', async () => {
  const { email } = await addAccount(server);
  const [first, second] = [await enterPassword(server, email), await enterPassword(server, email)];
  const verify = (otp: string) => post(server, '/auth/verify-login', { email, otp });
  expect(failureOf(await verify(first.otp))).toEqual(INVALID);
  expect((await verify(second.otp)).statusCode).toBe(200);
  expect(failureOf(await verify(first.otp)), 'the older code does not come back').toEqual(EXPIRED);
});

test('30 reset codes that a stranger asks for leave five mails to a browser that signed in before', async () => {
  const { email } = await addAccount(server);
  const owner = openBrowser();
  await owner.signIn(email);
  const answers: number[] = [];
  for (let asks = 0; asks < 30; asks += 1) {
    answers.push((await openBrowser().forget(email)).statusCode);
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(15);
  expect(failureOf(await openBrowser().login(email)), 'a browser nobody knows').toEqual(TOO_MANY);
  for (let asks = 0; asks < 4; asks += 1) expect((await owner.forget(email)).statusCode).toBe(200);
  expect((await owner.signIn(email)).statusCode).toBe(200);
});

test.each([
  ['from elsewhere', '203.0.113.66'],
  ['from the same address', OFFICE],
])('50 wrong passwords of a stranger %s leave a browser open that signed in before', async (_, address) => {
  const { email } = await addAccount(server);
  const owner = openBrowser();
  await owner.signIn(email);
  const stranger = openBrowser(address);
  for (let tries = 0; tries < 51; tries += 1) await stranger.login(email, 'Wrong-horse-9');
  const refused = await stranger.login(email);
  expect(failureOf(refused)).toEqual(TOO_MANY);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  expect((await owner.signIn(email)).statusCode).toBe(200);
});

test.each([
  ['from elsewhere', '203.0.113.66'],
  ['from the same address', OFFICE],
])("a stranger's reset request %s does not void the owner's code", async (_, address) => {
  const { email } = await addAccount(server);
  const owner = openBrowser();
  await owner.forget(email);
  const otp = await readCode(server, email);
  await openBrowser(address).forget(email);
  expect((await owner.reset(email, otp)).statusCode).toBe(200);
});

test('a neighbour who keeps no cookies spends none of the tries of the browser that asked', async () => {
  const { email } = await addAccount(server);
  const owner = openBrowser();
  await owner.forget(email);
  const otp = await readCode(server, email);
  for (let tries = 0; tries < 5; tries += 1) {
    expect(failureOf(await callAs(OFFICE).reset(email, mistype(otp)))).toEqual(INVALID);
  }
  expect(failureOf(await callAs(OFFICE).reset(email, otp)), 'their own five are spent').toEqual(EXPIRED);
  for (let tries = 0; tries < 4; tries += 1) {
    expect(failureOf(await owner.reset(email, mistype(otp)))).toEqual(INVALID);
  }
  expect((await owner.reset(email, otp)).statusCode).toBe(200);
});

test('asking again in one browser voids its own older code only', async () => {
  const { email } = await addAccount(server);
  const [mine, other] = [openBrowser(), openBrowser()];
  await other.login(email);
  const others = await readCode(server, email);
  await mine.login(email);
  const old = await readCode(server, email);
  await mine.login(email);
  const newer = await readCode(server, email);
  expect(failureOf(await mine.verify(email, old))).toEqual(INVALID);
  expect((await mine.verify(email, newer)).statusCode).toBe(200);
  expect((await other.verify(email, others)).statusCode).toBe(200);
});

test("a fourth browser's request voids the oldest code, and its browser may ask again", async () => {
  const { email } = await addAccount(server);
  const [first, second] = [openBrowser('203.0.113.1'), openBrowser('203.0.113.2')];
  const ask = async (browser: TestBrowser) => {
    await browser.login(email);
    return await readCode(server, email);
  };
  const [oldest, older] = [await ask(first), await ask(second)];
  for (const host of [3, 4]) await ask(openBrowser(`203.0.113.${host}`));
  expect(await countLive(email)).toBe(3);
  const answers = await Promise.all([first.verify(email, oldest), second.verify(email, older)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 200]);
  await letCodesAge(server, email, '30 seconds');
  expect((await first.login(email, '')).statusCode).toBe(200);
  expect((await first.verify(email, await readCode(server, email))).statusCode).toBe(200);
});

test('six requests of a stranger void neither the code of a browser that signed in before nor that of another address', async () => {
  const { email } = await addAccount(server);
  const [known, elsewhere] = [openBrowser(), openBrowser('203.0.113.2')];
  await known.signIn(email);
  await known.login(email);
  const mine = await readCode(server, email);
  await elsewhere.login(email);
  const theirs = await readCode(server, email);
  for (let asks = 0; asks < 6; asks += 1) await openBrowser().login(email);
  expect((await known.verify(email, mine)).statusCode).toBe(200);
  expect((await elsewhere.verify(email, theirs)).statusCode).toBe(200);
});

test('requests at the same moment leave three codes, also in one browser', async () => {
  const { email } = await addAccount(server);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, host) => openBrowser(`203.0.113.${host + 1}`).forget(email)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(await countLive(email)).toBe(3);
  const other = await addAccount(server);
  const browser = openBrowser();
  await browser.forget(other.email);
  await Promise.all([1, 2, 3].map(() => browser.forget(other.email)));
  expect(await countLive(other.email)).toBe(1);
});

test('of two calls with one code at the same moment, with and without its cookie, one opens a session', async () => {
  const { email } = await addAccount(server);
  const owner = openBrowser();
  await owner.login(email);
  const otp = await readCode(server, email);
  const answers = await Promise.all([owner.verify(email, otp), callAs(OFFICE).verify(email, otp)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
});

/** A browser at an address, the office's unless told. */
function openBrowser(address = OFFICE): TestBrowser {
  return new TestBrowser(server, address);
}

async function countLive(email: string): Promise<number> {
  const { rows } = await server.services.database.pool.query(
    'select from one_time_codes where email = $1 and expires_at > now()',
    [email],
  );
  return rows.length;
}
