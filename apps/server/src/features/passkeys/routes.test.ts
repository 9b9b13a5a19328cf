import type { CreationOptions } from '@anupalan/contract/passkeys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, enterPassword, failureOf, post, readCode, UNHURRIED } from '../../../test/accounts.ts';
import { readAuditOf } from '../../../test/audit.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { addPerson } from '../../../test/people.ts';
import { expectFailure, UNKNOWN_ID } from '../../../test/tracked.ts';
import { deleteOldSteps } from '../../identity/passkey-steps.ts';
import { beginSession } from '../../identity/sessions.ts';
import { Authenticator } from './authenticator.fixture.ts';
import { addHolder, addPasskeyTo, readCreationOptions } from './people.fixture.ts';
import { listPasskeys } from './queries.ts';

const NOT_VERIFIED = [400, 'The passkey could not be verified. Please try again.'];
const TOO_LATE = [400, 'Adding the passkey took too long. Please try again.'];

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: UNHURRIED });
});

afterAll(() => server.close());

async function read(token: string) {
  return (await server.call({ url: '/api/passkeys', token })).json().data;
}

async function count(table: 'passkeys' | 'recovery_codes' | 'passkey_steps', userId: string): Promise<number> {
  const rows = await server.services.database.db
    .selectFrom(table)
    .select('user_id')
    .where('user_id', '=', userId)
    .execute();
  return rows.length;
}

describe.each([
  ['GET', '/api/passkeys', undefined],
  ['POST', '/api/passkeys/options', undefined],
  ['POST', '/api/passkeys', { name: 'Laptop', response: new Authenticator().create(anyOptions()) }],
  ['PATCH', `/api/passkeys/${UNKNOWN_ID}`, { name: 'Laptop' }],
  ['DELETE', `/api/passkeys/${UNKNOWN_ID}`, undefined],
  ['POST', '/api/passkeys/recovery-codes', undefined],
] as const)('%s %s', (method, url, payload) => {
  test('is for who is signed in, in person', async () => {
    const call = (token?: string) => server.call({ method, url, ...(payload && { payload }), ...(token && { token }) });
    expectFailure(await call(), 401, 'Please sign in to continue');
    const [admin, person] = [await addPerson(server.services, { role: 'admin' }), await addPerson(server.services)];
    const { db } = server.services.database;
    const token = await beginSession(db, { userId: person.userId, device: '', impersonatorId: admin.userId });
    expectFailure(await call(token), 403, 'Passkeys cannot be managed while impersonating');
  });
});

describe('adding', () => {
  test('the first one brings ten recovery codes, which are stored as digests alone; the second one none', async () => {
    const account = await addAccount(server);
    expect(await read(account.token)).toEqual({
      passkeys: [],
      recoveryCodesLeft: 0,
      address: 'http://localhost:3000',
      required: false,
    });
    const { passkey, recoveryCodes = [] } = await addPasskeyTo(server, account.token, new Authenticator(), ' Phone ');
    expect(passkey).toMatchObject({ name: 'Phone', lastUsedAt: null });
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
    const second = await addPasskeyTo(server, account.token, new Authenticator());
    expect(second).toEqual({ passkey: expect.objectContaining({ name: 'Laptop' }) });
    expect(await read(account.token)).toMatchObject({
      passkeys: [{ name: 'Phone' }, { name: 'Laptop' }],
      recoveryCodesLeft: 10,
    });
    expect(await listPasskeys(server.services.database.db, account.userId)).toMatchObject([
      { name: 'Phone' },
      { name: 'Laptop' },
    ]);
    const stored = await server.services.database.pool.query('select r::text from recovery_codes r');
    expect(JSON.stringify(stored.rows)).not.toContain(recoveryCodes[0]);
    expect(server.enqueued.at(-1)?.data).toMatchObject({
      to: account.email,
      subject: 'A passkey was added to your account',
    });
    expect(await readAuditOf(server, account.userId)).toMatchObject([
      { action: 'passkeys.add', actor_id: account.userId, details: { passkeyId: passkey._id } },
      { action: 'passkeys.add' },
    ]);
  });

  test('the options name the person and the passkeys they have', async () => {
    const holder = await addHolder(server);
    expect(await readCreationOptions(server, holder.token)).toMatchObject({
      rp: { id: 'localhost', name: 'Anupalan' },
      user: { name: holder.email, displayName: 'Asha Rao' },
      excludeCredentials: [{ id: holder.passkey.id }],
      authenticatorSelection: { userVerification: 'preferred' },
    });
  });

  test.each([
    ['on another site', { origin: 'https://anupa1an.example.in' }, NOT_VERIFIED],
    ['for another relying party', { rpId: 'anupa1an.example.in' }, NOT_VERIFIED],
    ['with nobody there', { absent: true }, NOT_VERIFIED],
    ['for another ceremony', { type: 'webauthn.get' }, NOT_VERIFIED],
    ['with a certificate, whose addresses the server would ask', { format: 'packed' }, NOT_VERIFIED],
    ['for a challenge of nobody', { challenge: 'c29tZXRoaW5n' }, TOO_LATE],
  ])('one made %s is refused', async (_, wrong, failure) => {
    const { token, userId } = await addPerson(server.services);
    const response = new Authenticator().create(await readCreationOptions(server, token), wrong);
    expect(failureOf(await post(server, '/passkeys', { name: 'Laptop', response }, { token }))).toEqual(failure);
    expect(await count('passkeys', userId)).toBe(0);
  });

  test('each challenge is for one session and counts once', async () => {
    const { token, userId } = await addPerson(server.services);
    const elsewhere = await beginSession(server.services.database.db, { userId, device: 'elsewhere' });
    const other = await addPerson(server.services);
    const options = await readCreationOptions(server, token);
    const add = (as: string) =>
      post(server, '/passkeys', { name: 'Laptop', response: new Authenticator().create(options) }, { token: as });
    for (const stranger of [elsewhere, other.token]) expect(failureOf(await add(stranger))).toEqual(TOO_LATE);
    const answers = await Promise.all([add(token), add(token)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400]);
  });

  test('one that somebody has is not added again', async () => {
    const holder = await addHolder(server);
    const { token } = await addPerson(server.services);
    const response = holder.passkey.create(await readCreationOptions(server, token));
    const again = await post(server, '/passkeys', { name: 'Laptop', response }, { token });
    expect(failureOf(again)).toEqual([409, 'This passkey is already in use']);
  });

  test('twenty are the most', async () => {
    const { token, userId } = await addHolder(server);
    await server.services.database.pool.query(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, name)
       select gen_random_uuid(), $1, gen_random_uuid(), '', 0, 'x' from generate_series(1, 19)`,
      [userId],
    );
    const response = new Authenticator().create(await readCreationOptions(server, token));
    const refused = await post(server, '/passkeys', { name: 'Laptop', response }, { token });
    expect(failureOf(refused)).toEqual([409, 'You can have at most 20 passkeys']);
  });

  test.each([
    [{ name: ' ' }, 'Please give the passkey a name'],
    [{ name: 'x'.repeat(51) }, 'Please use at most 50 characters'],
    [{ name: 'Laptop', response: { id: 1 } }, 'The passkey could not be read'],
  ])('%j is a fault of the form', async (payload, message) => {
    const { token } = await addPerson(server.services);
    const response = new Authenticator().create(anyOptions());
    expect(failureOf(await post(server, '/passkeys', { response, ...payload }, { token }))).toEqual([400, message]);
  });

  test('a site with a number for its name has none', async () => {
    const numbered = await startTestApp({ env: { PUBLIC_URL: 'http://127.0.0.1:3000' } });
    try {
      const { token } = await addPerson(numbered.services);
      const list = await numbered.call({ url: '/api/passkeys', token });
      expect(list.json().data.address).toBeNull();
      const refused = await post(numbered, '/passkeys/options', {}, { token });
      expectFailure(refused, 409, 'Passkeys need a site with a name, not a number, in its address');
    } finally {
      await numbered.close();
    }
  });
});

describe('renaming and removing', () => {
  test('somebody else’s, unknown ones and what is no id are not found', async () => {
    const [one, other] = [await addHolder(server), await addHolder(server)];
    const [theirs] = (await read(other.token)).passkeys;
    for (const method of ['PATCH', 'DELETE'] as const) {
      for (const [id, message] of [
        [theirs._id, 'Passkey not found'],
        [UNKNOWN_ID, 'Passkey not found'],
        ['laptop', 'Not found'],
      ]) {
        const url = `/api/passkeys/${id}`;
        const payload = method === 'PATCH' ? { payload: { name: 'Mine' } } : {};
        expectFailure(await server.call({ method, url, token: one.token, ...payload }), 404, message);
      }
    }
    expect((await read(other.token)).passkeys).toEqual([theirs]);
  });

  test('a passkey has the name that was given last', async () => {
    const { token, userId } = await addHolder(server);
    const [{ _id }] = (await read(token)).passkeys;
    const url = `/api/passkeys/${_id}`;
    const renamed = await server.call({ method: 'PATCH', url, token, payload: { name: 'Work laptop' } });
    expect(renamed.json()).toMatchObject({ message: 'Passkey renamed', data: { _id, name: 'Work laptop' } });
    expect((await read(token)).passkeys).toMatchObject([{ name: 'Work laptop' }]);
    const empty = await server.call({ method: 'PATCH', url, token, payload: { name: '' } });
    expectFailure(empty, 400, 'Please give the passkey a name');
    expect((await readAuditOf(server, userId)).at(-1)).toMatchObject({ action: 'passkeys.rename' });
  });

  test('the last one takes the recovery codes along, and a code is mailed again', async () => {
    const holder = await addHolder(server);
    await addPasskeyTo(server, holder.token, new Authenticator());
    const remove = (id: string) => server.call({ method: 'DELETE', url: `/api/passkeys/${id}`, token: holder.token });
    const [first, second] = (await read(holder.token)).passkeys;
    expect((await remove(first._id)).json()).toEqual({ status: 'success', message: 'Passkey removed' });
    expect(server.enqueued.at(-1)?.data).toMatchObject({ subject: 'A passkey was removed from your account' });
    expect(await count('recovery_codes', holder.userId)).toBe(10);
    await remove(second._id);
    expect(await count('recovery_codes', holder.userId)).toBe(0);
    const { email, otp, cookies } = await enterPassword(server, holder.email);
    expect((await post(server, '/auth/verify-login', { email, otp }, { cookies })).statusCode).toBe(200);
  });
});

describe('new recovery codes', () => {
  test('void the old ones', async () => {
    const holder = await addHolder(server);
    const renewed = await post(server, '/passkeys/recovery-codes', {}, { token: holder.token });
    const { recoveryCodes } = renewed.json().data;
    expect(new Set([...recoveryCodes, ...holder.recoveryCodes]).size).toBe(20);
    expect(await count('recovery_codes', holder.userId)).toBe(10);
    expect(server.enqueued.at(-1)?.data).toMatchObject({ subject: 'Your recovery codes were replaced' });
  });

  test('are for who has a passkey', async () => {
    const { token } = await addPerson(server.services);
    const refused = await post(server, '/passkeys/recovery-codes', {}, { token });
    expect(failureOf(refused)).toEqual([409, 'Add a passkey first']);
  });
});

test('a reset of the password keeps passkeys and recovery codes', async () => {
  const { email, userId } = await addHolder(server);
  await post(server, '/auth/forgot-password', { email });
  const form = { email, otp: await readCode(server, email), newPassword: 'Other-horse-9' };
  expect((await post(server, '/auth/reset-password', form)).statusCode).toBe(200);
  expect([await count('passkeys', userId), await count('recovery_codes', userId)]).toEqual([1, 10]);
});

test('steps whose time is over are deleted, and no others', async () => {
  const [one, other] = [await addPerson(server.services), await addPerson(server.services)];
  for (const { token } of [one, other]) await readCreationOptions(server, token);
  const { db, pool } = server.services.database;
  await pool.query('update passkey_steps set expires_at = now() where user_id = $1', [one.userId]);
  await deleteOldSteps(db);
  expect([await count('passkey_steps', one.userId), await count('passkey_steps', other.userId)]).toEqual([0, 1]);
});

test('deleting a user deletes whatever they could sign in with', async () => {
  const { userId, token } = await addHolder(server);
  await readCreationOptions(server, token);
  const admin = await addPerson(server.services, { role: 'admin' });
  await server.call({ method: 'DELETE', url: `/api/users/${userId}`, token: admin.token });
  for (const table of ['passkeys', 'recovery_codes', 'passkey_steps'] as const) {
    expect(await count(table, userId), table).toBe(0);
  }
});

function anyOptions(): CreationOptions {
  return {
    rp: { id: 'localhost', name: '' },
    user: { id: '', name: '', displayName: '' },
    challenge: 'c29tZXRoaW5n',
    pubKeyCredParams: [],
    timeout: 0,
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'preferred',
      userVerification: 'preferred',
      requireResidentKey: false,
    },
    attestation: 'none',
  };
}
