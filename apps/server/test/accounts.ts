import { createHash } from 'node:crypto';
import type { Registration } from '@anupalan/contract/auth';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { hashSecret } from '../src/identity/secrets.ts';
import type { TestApp } from './harness.ts';
import { addPerson, type Person } from './people.ts';

export const PASSWORD = 'Right-horse-9';

/** Limits high enough for everything a test file asks from one address. */
export const UNHURRIED = { AUTH_ATTEMPTS_PER_IP: '100000' };

export interface Account extends Person {
  readonly email: string;
}

/** A step that was taken: its user, the code that was mailed and the cookie that proves it. */
export interface TakenStep {
  readonly email: string;
  readonly otp: string;
  readonly cookies: Record<string, string>;
}

let formsFilled = 0;

/** A valid sign-up form that shares no value with the others. */
export function fillRegistration(changes: Partial<Registration> = {}): Registration {
  formsFilled += 1;
  const digits = String(formsFilled).padStart(8, '0');
  return {
    firstName: 'Meera',
    lastName: 'Iyer',
    personalPhone: `98${digits}`,
    primaryEmail: `meera${formsFilled}@example.in`,
    password: PASSWORD,
    confirmPassword: changes.password ?? PASSWORD,
    companyName: 'Iyer Textiles',
    employeeCount: 42,
    companyPhone: `44${digits}`,
    companyEmail: `office${formsFilled}@example.in`,
    designation: 'Owner',
    city: 'Chennai',
    state: 'Tamil Nadu',
    country: 'India',
    industry: 'Textiles',
    companyWebsite: 'https://iyer.example.in',
    ...changes,
  };
}

export function post(
  { call }: TestApp,
  path: string,
  payload: object,
  options: InjectOptions & { token?: string; expect5xx?: boolean } = {},
): Promise<LightMyRequestResponse> {
  return call({ ...options, method: 'POST', url: `/api${path}`, payload });
}

/** Takes the sign-up step. */
export async function signUp(server: TestApp, form = fillRegistration()): Promise<TakenStep> {
  const response = await post(server, '/auth/register', form);
  return { email: form.primaryEmail, otp: await readCode(server, form.primaryEmail), cookies: cookiesOf(response) };
}

/** Takes the password step. */
export async function enterPassword(server: TestApp, email: string, password = PASSWORD): Promise<TakenStep> {
  const response = await post(server, '/auth/login', { email, password });
  return { email, otp: await readCode(server, email), cookies: cookiesOf(response) };
}

let hashed: Promise<string> | undefined;

/** The hash of `PASSWORD`, made once as hashing is slow on purpose. */
function hashPassword(): Promise<string> {
  hashed ??= hashSecret(PASSWORD);
  return hashed;
}

/** Adds a confirmed user who can sign in with `PASSWORD`. */
export async function addAccount({ services }: TestApp, options?: Parameters<typeof addPerson>[1]): Promise<Account> {
  const person = await addPerson(services, options);
  const { primary_email: email } = await services.database.db
    .updateTable('users')
    .set({ password_hash: await hashPassword() })
    .where('id', '=', person.userId)
    .returning('primary_email')
    .executeTakeFirstOrThrow();
  return { ...person, email };
}

/** The cookies that a browser sends back after a response. */
export function cookiesOf({ cookies }: LightMyRequestResponse): Record<string, string> {
  return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
}

/** A browser: it sends back the cookies it was given. */
export class TestBrowser {
  readonly #server: TestApp;
  readonly #address: string;
  readonly #cookies = new Map<string, string>();

  constructor(server: TestApp, address: string) {
    this.#server = server;
    this.#address = address;
  }

  async post(path: string, payload: object): Promise<LightMyRequestResponse> {
    const cookies = Object.fromEntries(this.#cookies);
    const response = await post(this.#server, path, payload, { cookies, remoteAddress: this.#address });
    for (const [name, value] of Object.entries(cookiesOf(response))) {
      if (value) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
    return response;
  }

  login(email: string, password = PASSWORD) {
    return this.post('/auth/login', { email, password });
  }

  verify(email: string, otp: string) {
    return this.post('/auth/verify-login', { email, otp });
  }

  async signIn(email: string) {
    await this.login(email);
    return await this.verify(email, await readCode(this.#server, email));
  }

  forget(email: string) {
    return this.post('/auth/forgot-password', { email });
  }

  reset(email: string, otp: string, newPassword = 'Fresh-horse-7') {
    return this.post('/auth/reset-password', { email, otp, newPassword });
  }
}

/** Mails to an address, oldest first. */
export function listMail({ services: { database } }: TestApp, to: string) {
  return database.db
    .selectFrom('outgoing_mail')
    .select(['subject', 'text', 'html'])
    .where('to_address', '=', to)
    .orderBy('id')
    .execute();
}

/** The code in the newest mail to an address. */
export async function readCode(server: TestApp, to: string): Promise<string> {
  const mail = (await listMail(server, to)).at(-1);
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0];
  if (!code) throw new Error(`There is no code for ${to}`);
  return code;
}

/** Six digits that are not the code. */
export function mistype(code: string): string {
  return code === '000000' ? '111111' : '000000';
}

/** Makes the codes of an address so much older. */
export async function letCodesAge({ services }: TestApp, email: string, age: string): Promise<void> {
  await services.database.db
    .updateTable('one_time_codes')
    .set({
      created_at: sql<Date>`created_at - ${age}::interval`,
      expires_at: sql<Date>`expires_at - ${age}::interval`,
    })
    .where('email', '=', email)
    .execute();
}

/** Uses up so many of a limit's points, as tries within the last half hour would. */
export async function countTries({ services }: TestApp, limit: string, of: string, points: number): Promise<void> {
  const key = `${limit}:${createHash('sha256').update(of).digest('base64url')}`;
  const expire = Date.now() + 1_800_000;
  await services.database.db
    .insertInto('rate_limits')
    .values({ key, points, expire })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ points, expire }))
    .execute();
}

/** The status and the message of a failed call. */
export function failureOf(response: LightMyRequestResponse): [status: number, message: string] {
  return [response.statusCode, response.json().message];
}

/** Asks for another e-mail address; `confirmAddress` confirms it with the code that was mailed there. */
export function askForAddress({ call }: TestApp, { token }: Pick<Account, 'token'>, primaryEmail: string) {
  return call({ method: 'PUT', url: '/api/users/profile', token, payload: { primaryEmail } });
}

export async function confirmAddress(server: TestApp, { token }: Pick<Account, 'token'>, email: string) {
  const form = { email, otp: await readCode(server, email), purpose: 'email-change' };
  return await post(server, '/auth/verify-otp', form, { token });
}

const QueuedMail = z.object({ to: z.string(), text: z.string() });

/** The token of the newest link of a kind among the queued mail to an address. */
export function readChangeLink({ enqueued }: TestApp, to: string, kind: 'stop' | 'undo'): string {
  const mails = enqueued.map(({ data }) => QueuedMail.parse(data)).filter((mail) => mail.to === to);
  const links = mails.flatMap(({ text }) => [...text.matchAll(/email-change\/(stop|undo)#([\w-]{43})/g)]);
  const token = links.findLast(([, found]) => found === kind)?.[2];
  if (!token) throw new Error(`No link was mailed to ${to}`);
  return token;
}

/** Makes the changes of a person's address so much older. */
export async function letAddressesAge({ services }: TestApp, userId: string, age: string): Promise<void> {
  await services.database.db
    .updateTable('email_changes')
    .set({ expires_at: sql<Date>`expires_at - ${age}::interval` })
    .where('user_id', '=', userId)
    .execute();
}
