import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Account,
  addAccount,
  askForAddress,
  confirmAddress,
  cookiesOf,
  failureOf,
  PASSWORD,
  post,
  readChangeLink,
  readCode,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { renewSetUpLink } from '../users/set-up/commands.ts';
import { Authenticator } from './authenticator.fixture.ts';
import { addHolder, addPasskeyTo } from './people.fixture.ts';

const OWN = 'Owner-horse-7';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

beforeEach(() => {
  server.enqueued.length = 0;
});

afterAll(() => server.close());

const undo = (token: string) => post(server, '/auth/undo-email-change', { token, password: PASSWORD });

/** Changes the address in the owner's session, adding a passkey after asking. @returns the link that undoes it. */
async function takeOver(owner: Account, thief: Authenticator) {
  const address = `thief.${owner.email}`;
  await askForAddress(server, owner, address);
  await addPasskeyTo(server, owner.token, thief);
  // The first passkey voids mailed codes.
  await askForAddress(server, owner, address);
  return await finish(owner, address);
}

async function finish(owner: Account, address: string): Promise<string> {
  expect((await confirmAddress(server, owner, address)).statusCode).toBe(200);
  return readChangeLink(server, owner.email, 'undo');
}

async function signInByCode({ email }: Account, undone: Awaited<ReturnType<typeof undo>>): Promise<string> {
  expect(undone.json().message).toBe('OTP sent to your email');
  const otp = await readCode(server, email);
  const answer = await post(server, '/auth/verify-login', { email, otp }, { cookies: cookiesOf(undone) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.token;
}

async function listLeft(token: string) {
  return (await server.call({ url: '/api/passkeys', token })).json().data;
}

describe('undoing a change of address after a thief added a passkey', () => {
  test('removes that passkey and its recovery codes, and asks the owner for a mailed code', async () => {
    const owner = await addAccount(server);
    const token = await signInByCode(owner, await undo(await takeOver(owner, new Authenticator())));
    expect(await listLeft(token)).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 });
  });

  test('removes it too when the thief first asked for another address', async () => {
    const owner = await addAccount(server);
    await askForAddress(server, owner, `first.${owner.email}`);
    await addPasskeyTo(server, owner.token, new Authenticator());
    const second = `second.${owner.email}`;
    await askForAddress(server, owner, second);
    const token = await signInByCode(owner, await undo(await finish(owner, second)));
    expect(await listLeft(token)).toMatchObject({ passkeys: [] });
  });

  test('asks for the passkey that the owner had before, and voids the codes that the thief renewed', async () => {
    const owner = await addHolder(server);
    const link = await takeOver(owner, new Authenticator());
    const renewed = await post(server, '/passkeys/recovery-codes', {}, { token: owner.token });
    const [stolen = ''] = renewed.json().data.recoveryCodes;
    const undone = await undo(link);
    const { options, email } = undone.json().data;
    expect(options.allowCredentials).toMatchObject([{ id: owner.passkey.id }]);
    const cookies = cookiesOf(undone);
    const recovered = await post(server, '/auth/verify-recovery-code', { email, code: stolen }, { cookies });
    expect(failureOf(recovered)).toEqual([401, 'Invalid recovery code. Please try again.']);
    const form = { email, response: owner.passkey.sign(options) };
    expect((await post(server, '/auth/verify-passkey', form, { cookies })).statusCode).toBe(200);
  });

  test('keeps the recovery codes from before while a passkey from before is left', async () => {
    const owner = await addHolder(server);
    const undone = await undo(await takeOver(owner, new Authenticator()));
    const form = { email: owner.email, code: owner.recoveryCodes[0] };
    const recovered = await post(server, '/auth/verify-recovery-code', form, { cookies: cookiesOf(undone) });
    expect(recovered.statusCode).toBe(200);
  });

  test('has the owner choose a password that the thief does not know, before anything else', async () => {
    const owner = await addAccount(server, { role: 'admin' });
    const token = await signInByCode(owner, await undo(await takeOver(owner, new Authenticator())));
    const list = () => server.call({ url: '/api/users', token });
    expect(failureOf(await list())).toEqual([403, 'Choose a new password to go on']);
    expect(await renewSetUpLink(server.services), 'no link is printed for who knows their password').toBeNull();
    const payload = { currentPassword: PASSWORD, newPassword: OWN, confirmPassword: OWN };
    const changed = await server.call({ method: 'PUT', url: '/api/users/profile/password', token, payload });
    expect(changed.statusCode, changed.body).toBe(200);
    expect((await list()).statusCode).toBe(200);
  });
});
