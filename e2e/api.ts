import type { Page } from '@playwright/test';
import type { Person } from './people.ts';
import type { Server } from './server.ts';

/** What a test needs and is not about: done through the API, which is quicker than the screens. */
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

/** Signs somebody up. */
export async function registerByApi(server: Server, person: Person): Promise<{ token: string; id: string }> {
  await callApi(server, 'POST', '/auth/register', {
    firstName: person.firstName,
    lastName: 'Kulkarni',
    personalPhone: person.phone,
    primaryEmail: person.email,
    password: person.password,
    confirmPassword: person.password,
    companyName: 'Kulkarni Textiles',
    employeeCount: 20,
    designation: 'HR',
    city: 'Pune',
    state: 'Maharashtra',
    country: 'India',
  });
  const code = { email: person.email, otp: await server.readCode(person.email), purpose: 'registration' };
  const { token, user } = await callApi(server, 'POST', '/auth/verify-otp', code);
  return { token, id: user._id };
}

export async function signInByApi(server: Server, { email, password }: Pick<Person, 'email' | 'password'>) {
  await callApi(server, 'POST', '/auth/login', { email, password });
  const code = { email, otp: await server.readCode(email), purpose: 'login' };
  return (await callApi(server, 'POST', '/auth/verify-login', code)).token;
}

/** Opens a page in a session that exists. */
export async function openAs(page: Page, server: Server, token: string, path: string) {
  await page.addInitScript((given) => {
    // Once: what the page does with its session later is its own business.
    if (sessionStorage.getItem(given)) return;
    sessionStorage.setItem(given, 'used');
    localStorage.setItem('token', given);
  }, token);
  await page.goto(server.url + path);
}
