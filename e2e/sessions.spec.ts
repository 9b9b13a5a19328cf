import { addPerson, openAs } from './api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectAccessibleEverywhere } from './page-checks.ts';
import { fillSignIn, makePerson, type Person } from './people.ts';
import type { Server } from './server.ts';

// Tolerated: sessions that end on purpose, forms that are refused, and a connection that is lost.
test.use({ tolerated: /status of 40[014]|net::ERR_FAILED/ });

let server: Server;

test.beforeAll(({ server: running }) => {
  server = running;
});

test('a visitor comes back to the page they asked for; whoever signs in after a sign-out does not', {
  tag: '@smoke',
}, async ({ page }) => {
  const [first, second] = [makePerson('Indu'), makePerson('Jaya')];
  for (const person of [first, second]) await addPerson(server, person);
  await page.goto(`${server.url}/profile`);
  await expect(page).toHaveURL(/\/login$/);
  await fillSignIn(page, server, first);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText(first.email, { exact: true })).toBeVisible();

  await signOut(page);
  await fillSignIn(page, server, second);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Welcome, Jaya!' })).toBeVisible();
});

test('a session that was ended elsewhere leads to the sign-in, and from there to the dashboard', async ({ page }) => {
  const person = makePerson('Kiran');
  const { token } = await addPerson(server, person);
  await openAs(page, server, token, '/profile');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await fillSignIn(page, server, person);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('signing out does not wait for a server that hangs', async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Meena'));
  await openAs(page, server, token, '/dashboard');
  await page.route('**/api/auth/logout', () => {});
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/, { timeout: 3_000 });
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test('the right code signs in, also when nothing else can be loaded at that moment', async ({ page }) => {
  const person = makePerson('Lata');
  await addPerson(server, person);
  await page.goto(`${server.url}/login`);
  await page.route('**/api/users/profile', (route) => route.abort());
  await fillSignIn(page, server, person);
  await expect(page.getByText('Login Successful! Redirecting to dashboard...')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome, Lata!' })).toBeVisible();
});

test('who forgot their password sets a new one and still buys the plan they chose', async ({ page }) => {
  const person = { ...makePerson('Mohan'), password: 'Naya-Savera-2027' };
  await addPerson(server, { ...person, password: 'Purana-Din-2026' });
  await page.goto(`${server.url}/plans`);
  await page.getByRole('link', { name: 'Buy Now' }).click();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.getByLabel('Email').fill('nobody@example.in');
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page.getByText('Email not registered')).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send Reset Code' }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
  await setPassword(page, person);
  await expect(page.getByText('Password reset successful! Please login with your new password.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await fillSignIn(page, server, person);
  await expect(page).toHaveURL(/\/payment\/local\?session=/);
});

async function setPassword(page: Page, { email, password }: Person) {
  const code = await server.readCode(email);
  const typed = async (digits: string, again: string) => {
    // Clicked before the digit in the box, which is replaced all the same.
    await page.getByLabel('Verification code, digit 1 of 6').click({ position: { x: 4, y: 8 } });
    await page.keyboard.type(digits);
    await page.getByLabel(/^New password/).fill(password);
    await page.getByLabel('Confirm new password').fill(again);
    await page.getByRole('button', { name: 'Reset Password' }).click();
  };
  await typed(code, 'something else');
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await expectAccessibleEverywhere(page);
  await typed(code === '000000' ? '000001' : '000000', password);
  await expect(page.getByText('Invalid OTP. Please try again.')).toBeVisible();
  await typed(code, password);
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}
