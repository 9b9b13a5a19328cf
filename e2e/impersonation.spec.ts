import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { callApi, openAs, readRole, registerByApi, signInByApi } from './api.ts';
import { makePerson } from './people.ts';
import { Server } from './server.ts';

const ADMIN = { email: 'admin@anupalan.local', password: 'Sahi-Samay-2026' };

let server: Server;
let adminToken: string;
let complaints: string[];

test.beforeAll(async () => {
  server = await Server.start({ ADMIN_PASSWORD: ADMIN.password });
  adminToken = await signInByApi(server, ADMIN);
});

test.afterAll(() => server.remove());

test.beforeEach(({ page }) => {
  complaints = [];
  page.on('console', (message) => {
    // A session that is over is a refusal that the browser reports by itself.
    if (message.type() === 'error' && !/status of 401/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
});

test.afterEach(() => {
  expect(complaints).toEqual([]);
});

test('an administrator acts as somebody else and returns, in all tabs', async ({ page, context }) => {
  const asha = makePerson('Asha');
  await registerByApi(server, asha);
  const own = await signInByApi(server, ADMIN);
  await openAs(page, server, own, `/users?search=${asha.email}`);
  const other = await context.newPage();
  await other.goto(`${server.url}/users`);

  await page.getByRole('button', { name: 'Impersonate Asha Kulkarni' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Viewing as Asha Kulkarni')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Welcome, Asha!' })).toBeVisible();
  await expect(other).toHaveURL(/\/dashboard$/);
  await expect(other.getByText('Viewing as Asha Kulkarni')).toBeVisible();
  await other.close();
  await expectAccessible(page);
  const impersonation = await storedToken(page, 'token');
  expect(await storedToken(page, 'adminToken')).toBe(own);

  await page.reload();
  await expect(page.getByText('Viewing as Asha Kulkarni')).toBeVisible();
  await page.goto(`${server.url}/users`);
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.getByRole('button', { name: 'Return to Admin' }).click();
  await expect(page).toHaveURL(/\/users$/);
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await expect(page.getByText('Viewing as')).toHaveCount(0);
  expect([await storedToken(page, 'token'), await storedToken(page, 'adminToken')]).toEqual([own, null]);
  await expect(readRole(server, impersonation ?? '')).rejects.toThrow('401');
});

test('an impersonation that is over gives way to the administrator', async ({ page }) => {
  const { id } = await registerByApi(server, makePerson('Divya'));
  const impersonate = async () => {
    const { token } = await callApi(server, 'POST', `/users/impersonate/${id}`, undefined, adminToken);
    await page.evaluate((given) => localStorage.setItem('adminToken', given), adminToken);
    await openAs(page, server, token, '/dashboard');
    await expect(page.getByText('Viewing as Divya Kulkarni')).toBeVisible();
    return token;
  };
  const expectReturned = async () => {
    await expect(page.getByText('The impersonation has ended. You are the administrator again.')).toBeVisible();
    await expect(page).toHaveURL(/\/users$/);
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
    expect([await storedToken(page, 'token'), await storedToken(page, 'adminToken')]).toEqual([adminToken, null]);
  };
  await page.goto(server.url);

  await callApi(server, 'POST', '/auth/logout', undefined, await impersonate());
  await page.reload();
  await expectReturned();

  await page.goto(server.url);
  const token = await impersonate();
  await expect(page.getByText('Showing compliance data')).toBeVisible();
  await callApi(server, 'POST', '/auth/logout', undefined, token);
  await page.getByRole('row').filter({ hasText: 'EPF: file ECR' }).first().focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Done', { exact: true }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Update Status' }).click();
  await expectReturned();
});

test('signing out while impersonating ends both sessions', async ({ page }) => {
  const { id } = await registerByApi(server, makePerson('Esha'));
  const own = await signInByApi(server, ADMIN);
  const { token } = await callApi(server, 'POST', `/users/impersonate/${id}`, undefined, own);
  await page.goto(server.url);
  await page.evaluate((given) => localStorage.setItem('adminToken', given), own);
  await openAs(page, server, token, '/dashboard');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect([await storedToken(page, 'token'), await storedToken(page, 'adminToken')]).toEqual([null, null]);
  for (const ended of [token, own]) await expect(readRole(server, ended)).rejects.toThrow('401');
});

function storedToken(page: Page, key: 'token' | 'adminToken'): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}
