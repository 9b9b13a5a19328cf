import { addPerson, callApi, goWithin, openAs, signInByApi } from './api.ts';
import { ADMINISTRATOR, expect, type Page, test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { makePerson } from './people.ts';
import type { Server } from './server.ts';

// Tolerated: sessions that end and addresses that are refused on purpose.
test.use({ tolerated: /status of 40[014]/ });

let server: Server;
let adminToken: string;

test.beforeAll(({ server: running, administratorToken }) => {
  server = running;
  adminToken = administratorToken;
});

test('an administrator acts as somebody else and returns, in all tabs', { tag: '@smoke' }, async ({
  page,
  context,
}) => {
  const asha = makePerson('Asha');
  await addPerson(server, asha);
  const own = await signInByApi(server, ADMINISTRATOR);
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
  await goWithin(page, '/users');
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.getByRole('button', { name: 'Return to Admin' }).click();
  await expect(page).toHaveURL(/\/users$/);
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await expect(page.getByText('Viewing as')).toHaveCount(0);
  expect([await storedToken(page, 'token'), await storedToken(page, 'adminToken')]).toEqual([own, null]);
  // The server is told beside the way back.
  await expect(() => expect(roleOf(impersonation ?? '')).rejects.toThrow('401')).toPass();
});

test('an impersonation that is over gives way to the administrator', async ({ page }) => {
  const { id } = await addPerson(server, makePerson('Divya'));
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
  await expectReturned();
});

test('signing out while impersonating ends both sessions', async ({ page }) => {
  const { id } = await addPerson(server, makePerson('Esha'));
  const own = await signInByApi(server, ADMINISTRATOR);
  const { token } = await callApi(server, 'POST', `/users/impersonate/${id}`, undefined, own);
  await page.goto(server.url);
  await page.evaluate((given) => localStorage.setItem('adminToken', given), own);
  await openAs(page, server, token, '/dashboard');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect([await storedToken(page, 'token'), await storedToken(page, 'adminToken')]).toEqual([null, null]);
  for (const ended of [token, own]) await expect(() => expect(roleOf(ended)).rejects.toThrow('401')).toPass();
});

/** Role on the server, for the session of a token. */
async function roleOf(token: string): Promise<string> {
  const { user } = await callApi(server, 'GET', '/users/profile', undefined, token);
  return user.role;
}

function storedToken(page: Page, key: 'token' | 'adminToken'): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}
