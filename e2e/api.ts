import type { Registration } from '@anupalan/contract/auth';
import type { Page } from '@playwright/test';
import { activateSignUp, insertSignUp } from '../apps/server/src/features/users/commands-sign-up.ts';
import { hashSecret } from '../apps/server/src/identity/secrets.ts';
import { beginSession } from '../apps/server/src/identity/sessions.ts';
import type { Person } from './people.ts';
import type { Server } from './server.ts';

const COMPANY = { state: 'Maharashtra', employeeCount: 20 } as const;

/** API call of a test's setup, which is quicker than the screens. */
export async function callApi(server: Server, method: string, path: string, body?: unknown, token?: string) {
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as {
    message?: string;
    data: {
      token: string;
      user: { _id: string; role: string };
      order_id: string;
      payment_session_id: string;
      payments: { status: string }[];
    };
  };
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
  return answer.data;
}

/** Sign-up through the API, with the mails and audit entries that it leaves behind. */
export async function registerByApi(server: Server, person: Person): Promise<{ token: string; id: string }> {
  await callApi(server, 'POST', '/auth/register', fillRegistration(person));
  const code = { email: person.email, otp: await server.readCode(person.email), purpose: 'registration' };
  const { token, user } = await callApi(server, 'POST', '/auth/verify-otp', code);
  return { token, id: user._id };
}

/** Signed-in person written straight to the database, without a code, mail or screen. */
export async function addPerson(
  server: Pick<Server, 'connect'>,
  person: Person,
  company: Pick<Registration, 'state' | 'employeeCount'> = COMPANY,
): Promise<{ token: string; id: string }> {
  const { db } = await server.connect();
  const passwordHash = await hashOnce(person.password);
  return await db.transaction().execute(async (trx) => {
    const id = await insertSignUp(trx, fillRegistration(person, company), passwordHash);
    await activateSignUp(trx, id);
    return { id, token: await beginSession(trx, { userId: id, device: 'journey' }) };
  });
}

function fillRegistration(
  { firstName, phone, email, password }: Person,
  company: Pick<Registration, 'state' | 'employeeCount'> = COMPANY,
): Registration {
  return {
    firstName,
    lastName: 'Kulkarni',
    personalPhone: phone,
    primaryEmail: email,
    password,
    confirmPassword: password,
    companyName: 'Kulkarni Textiles',
    designation: 'HR',
    city: 'Pune',
    country: 'India',
    ...company,
  };
}

const hashes = new Map<string, Promise<string>>();

/** Hash shared by people of the same password, as hashing is slow on purpose. */
function hashOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashSecret(password);
  hashes.set(password, hash);
  return hash;
}

export async function signInByApi(server: Server, { email, password }: Pick<Person, 'email' | 'password'>) {
  await callApi(server, 'POST', '/auth/login', { email, password });
  const code = { email, otp: await server.readCode(email), purpose: 'login' };
  return (await callApi(server, 'POST', '/auth/verify-login', code)).token;
}

/** Goes to another page of the application that runs, as its links do: a load takes two seconds of processor time. */
export async function goWithin(page: Page, path: string) {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}

/** Opens a page in an existing session. */
export async function openAs(page: Page, server: Server, token: string, path: string) {
  await page.addInitScript((given) => {
    // First load only: later the page may change its session itself.
    if (sessionStorage.getItem(given)) return;
    sessionStorage.setItem(given, 'used');
    localStorage.setItem('token', given);
  }, token);
  await page.goto(server.url + path);
}
