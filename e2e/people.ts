import { expect, type Page } from '@playwright/test';
import type { Server } from './server.ts';

export interface Person {
  firstName: string;
  email: string;
  phone: string;
  password: string;
}

/** Person whom no other test knows. */
export function makePerson(firstName = 'Asha'): Person {
  const digits = String(Math.floor(Math.random() * 1e9)).padStart(9, '0');
  return {
    firstName,
    email: `${firstName.toLowerCase()}.${digits}@example.in`,
    phone: `9${digits}`,
    password: 'Sahi-Samay-2026',
  };
}

/** Signs up on the screens, with the code from the mailbox, and ends on the dashboard. */
export async function signUp(
  page: Page,
  server: Server,
  person: Person,
  company: { state: string; employees: string },
) {
  await page.goto(`${server.url}/register`);
  await fillSignUp(page, server, person, company);
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Signs up on the open page, which leads to where the visitor came from. */
export async function fillSignUp(
  page: Page,
  server: Server,
  person: Person,
  company: { state: string; employees: string },
) {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill('Kulkarni');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(person.email);
  await page.getByLabel('Phone number').fill(person.phone);
  await page.getByLabel(/^Password/).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByLabel('Company name').fill('Kulkarni Textiles');
  await page.getByLabel('Number of employees').fill(company.employees);
  await choose(page, 'Your designation', 'HR');
  await choose(page, 'State', company.state);
  await page.getByLabel('City').fill('Pune');
  await page.getByRole('button', { name: 'Create account' }).click();
  await typeCode(page, await waitForCode(server, person.email));
  await expect(page.getByText('Email verified successfully! Redirecting to dashboard...')).toBeVisible();
}

export async function signIn(page: Page, server: Server, person: Pick<Person, 'email' | 'password'>) {
  await page.goto(`${server.url}/login`);
  await fillSignIn(page, server, person);
  await expect(page).toHaveURL(/\/dashboard$/);
}

/** Signs in on the open page, which leads to where the visitor came from. */
export async function fillSignIn(page: Page, server: Server, person: Pick<Person, 'email' | 'password'>) {
  await sendPassword(page, person);
  await expect(page.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  await typeCode(page, await waitForCode(server, person.email));
}

/** Takes the password step of the sign-in on the open page. */
export async function sendPassword(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email);
  await page.getByLabel(/^Password/).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Types a code digit by digit; the last one sends it. */
export async function typeCode(page: Page, code: string) {
  await page.getByLabel('Verification code, digit 1 of 6').click();
  await page.keyboard.type(code);
}

/** Types a code over one that was refused, and sends it. */
export async function typeCodeAgain(page: Page, code: string) {
  await typeCode(page, code);
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
}

export async function waitForCode(server: Server, email: string): Promise<string> {
  let code = '';
  await expect(async () => {
    code = await server.readCode(email);
  }).toPass({ timeout: 10_000 });
  return code;
}

/** Chooses an option of a list; again, when the list moved away from the pointer while it opened. */
export async function choose(page: Page, label: string, name: string) {
  const list = page.getByRole('combobox', { name: label, exact: true });
  const option = page.getByRole('option', { name, exact: true });
  await expect(async () => {
    if ((await list.inputValue()) === name) return;
    if (!(await option.isVisible())) await list.click();
    await option.click({ timeout: 2_000 });
    await expect(option).toBeHidden({ timeout: 2_000 });
  }).toPass({ timeout: 15_000 });
}
