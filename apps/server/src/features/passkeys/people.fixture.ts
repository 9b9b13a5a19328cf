import { login } from '@anupalan/contract/auth';
import { addPasskey, beginPasskey, type RequestOptions } from '@anupalan/contract/passkeys';
import { expect } from 'vitest';
import { type Account, addAccount, cookiesOf, PASSWORD, post } from '../../../test/accounts.ts';
import type { TestApp } from '../../../test/harness.ts';
import { Authenticator } from './authenticator.fixture.ts';

/** Somebody with a passkey and the recovery codes that came with it. */
export interface Holder extends Account {
  readonly passkey: Authenticator;
  readonly recoveryCodes: string[];
}

/** Asks for the options of a new passkey. */
export async function readCreationOptions(server: TestApp, token: string) {
  const response = await post(server, '/passkeys/options', {}, { token });
  return beginPasskey.answers[200].parse(response.json()).data;
}

/** Adds a passkey by the calls that a browser makes. */
export async function addPasskeyTo(server: TestApp, token: string, passkey: Authenticator, name = 'Laptop') {
  const response = passkey.create(await readCreationOptions(server, token));
  const added = await post(server, '/passkeys', { name, response }, { token });
  expect(added.statusCode).toBe(201);
  return addPasskey.answers[201].parse(added.json()).data;
}

export async function addHolder(
  server: TestApp,
  { role, passkey = new Authenticator() }: { role?: 'user' | 'admin'; passkey?: Authenticator } = {},
): Promise<Holder> {
  const account = await addAccount(server, role && { role });
  const { recoveryCodes = [] } = await addPasskeyTo(server, account.token, passkey);
  return { ...account, passkey, recoveryCodes };
}

/** A browser at the second step: what it is asked, and its cookie. */
export interface SecondStep {
  readonly options: RequestOptions;
  readonly cookies: Record<string, string>;
}

/** Takes the password step of somebody with a passkey. */
export async function takePasswordStep(
  server: TestApp,
  { email }: Pick<Account, 'email'>,
  { password = PASSWORD, remoteAddress = '127.0.0.1' } = {},
): Promise<SecondStep> {
  const response = await post(server, '/auth/login', { email, password }, { remoteAddress });
  const { data } = login.answers[200].parse(response.json());
  if (!data) throw new Error('No passkey was asked for');
  return { options: data.options, cookies: cookiesOf(response) };
}
