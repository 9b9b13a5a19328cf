import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  askForAddress,
  confirmAddress,
  listMail,
  PASSWORD,
  post,
  readChangeLink,
  UNHURRIED,
} from '../../../test/accounts.ts';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { Authenticator } from './authenticator.fixture.ts';
import { addHolder, addPasskeyTo } from './people.fixture.ts';
import { listPasskeys } from './queries.ts';

const ASK = 'Please enter your password to continue';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({ env: { ...UNHURRIED, ADMIN_2FA: 'required' } });
});

afterAll(() => server.close());

async function letSignInAge({ userId }: { userId: string }): Promise<void> {
  await server.services.database.db
    .updateTable('sessions')
    .set({ authenticated_at: sql<Date>`now() - interval '15 minutes'` })
    .where('user_id', '=', userId)
    .execute();
}

test('a session that was stolen an hour after its sign-in adds, renames and removes no passkeys', async () => {
  const [victim, admin] = [await addHolder(server), await addHolder(server, { role: 'admin' })];
  const { db } = server.services.database;
  const before = await listPasskeys(db, victim.userId);
  await Promise.all([letSignInAge(victim), letSignInAge(admin)]);
  const own = `/api/passkeys/${before[0]?._id}`;
  const response = {
    id: 'A',
    rawId: 'A',
    type: 'public-key',
    response: { clientDataJSON: 'A', attestationObject: 'A' },
  };
  for (const [{ token }, method, url, payload] of [
    [victim, 'POST', '/api/passkeys/options'],
    [victim, 'POST', '/api/passkeys', { name: 'Theirs', response }],
    [victim, 'PATCH', own, { name: 'Theirs' }],
    [victim, 'DELETE', own],
    [victim, 'POST', '/api/passkeys/recovery-codes'],
    [admin, 'DELETE', `/api/users/${victim.userId}/passkeys`],
  ] as const) {
    const answer = await server.call({ method, url, token, ...(payload && { payload }) });
    expect([url, answer.statusCode, answer.json().errors]).toEqual([url, 403, { reauthenticate: ASK }]);
  }
  expect(await listPasskeys(db, victim.userId)).toEqual(before);
  await post(server, '/auth/reauthenticate', { password: PASSWORD }, { token: victim.token });
  await addPasskeyTo(server, victim.token, new Authenticator());
});

test('an administrator who has to add a passkey can prove who they are for it', async () => {
  const { token, userId } = await addHolder(server, { role: 'admin' });
  await server.services.database.db.deleteFrom('passkeys').where('user_id', '=', userId).execute();
  await letSignInAge({ userId });
  const proven = await post(server, '/auth/reauthenticate', { password: PASSWORD }, { token });
  expect(proven.statusCode).toBe(200);
  await addPasskeyTo(server, token, new Authenticator());
});

test('undoing a change of address asks who has a passkey for it, and mails no code', async () => {
  const holder = await addHolder(server);
  const address = `new.${holder.email}`;
  await askForAddress(server, holder, address);
  await confirmAddress(server, holder, address);
  const token = readChangeLink(server, holder.email, 'undo');
  const mailed = (await listMail(server, holder.email)).length;
  const undone = await post(server, '/auth/undo-email-change', { token, password: PASSWORD });
  expect(undone.json().message).toBe('Use your passkey to go on');
  const { email, options } = undone.json().data;
  expect(email).toBe(holder.email);
  expect(await listMail(server, holder.email)).toHaveLength(mailed);
  const cookies = Object.fromEntries(undone.cookies.map(({ name, value }) => [name, value]));
  const form = { email, response: holder.passkey.sign(options) };
  expect((await post(server, '/auth/verify-passkey', form, { cookies })).statusCode).toBe(200);
});
