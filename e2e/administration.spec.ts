import { addPerson, callApi, openAs } from './api.ts';
import { ADMINISTRATOR, expect, test } from './journey.ts';
import { expectAccessible, expectFitsPhone } from './page-checks.ts';
import { choose, makePerson } from './people.ts';
import type { Server } from './server.ts';

// Tolerated: sessions that end and addresses that are refused on purpose.
test.use({ tolerated: /status of 40[014]/ });

let server: Server;
let adminToken: string;

test.beforeAll(({ server: running, administratorToken }) => {
  server = running;
  adminToken = administratorToken;
});

test('users are found, paged and shared by their address', async ({ page, context }) => {
  for (let count = 0; count < 11; count++) await addPerson(server, makePerson('Zubin'));
  await openAs(page, server, adminToken, '/dashboard');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'User Management' }).click();

  // Wait for the heading, as the dashboard has a search box too.
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await page.getByLabel('Search').fill('ZUBIN');
  await expect(page).toHaveURL(/\/users\?search=ZUBIN$/);
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await expect(page.getByText('11 users')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();

  const shared = await context.newPage();
  await shared.goto(page.url());
  await expect(shared.getByText('Page 2 of 2')).toBeVisible();
  await expect(shared.getByLabel('Search')).toHaveValue('ZUBIN');
  await shared.goto(`${server.url}/users?search=ZUBIN&page=99`);
  await expect(shared.getByText('Page 2 of 2')).toBeVisible();
  await shared.close();

  await page.goBack();
  await expect(page.getByText('Page 1 of 2')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Search')).toHaveValue('');
  await page.goto(`${server.url}/users?search=nobody%20has%20this%20name`);
  await expect(page.getByText('No users match these filters.')).toBeVisible();
});

test('a profile, a role, a suspension and a deletion; nothing of it in the own row', async ({ page }) => {
  const ravi = makePerson('Ravi');
  const { token } = await addPerson(server, ravi);
  await openAs(page, server, adminToken, '/users');

  const own = page.getByRole('row').filter({ hasText: ADMINISTRATOR.email });
  await page.getByLabel('Search').fill(ADMINISTRATOR.email);
  await expect(own.getByRole('combobox')).toBeDisabled();
  await expect(own.getByRole('button')).toHaveCount(1);

  await page.getByLabel('Search').fill(ravi.email);
  await page.getByRole('button', { name: 'View profile of Ravi Kulkarni' }).click();
  const profile = page.getByRole('dialog', { name: 'Profile of Ravi Kulkarni' });
  await expect(profile.getByText('Kulkarni Textiles')).toBeVisible();
  await expect(profile.getByText(ravi.phone)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await choose(page, 'Role of Ravi Kulkarni', 'Premium');
  await expect(page.getByText('User role updated successfully').first()).toBeVisible();
  expect(await roleOf(token)).toBe('premium');

  await choose(page, 'Role of Ravi Kulkarni', 'Administrator');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await roleOf(token)).toBe('premium');
  await choose(page, 'Role of Ravi Kulkarni', 'Administrator');
  await page.getByRole('button', { name: 'Make administrator' }).click();
  await expect(page.getByRole('button', { name: 'Impersonate Ravi Kulkarni' })).toHaveCount(0);
  expect(await roleOf(token)).toBe('admin');

  await page.getByRole('button', { name: 'Suspend Ravi Kulkarni' }).click();
  await expect(page.getByRole('button', { name: 'Activate Ravi Kulkarni' })).toBeVisible();
  await expect(roleOf(token)).rejects.toThrow('401');

  await page.getByRole('button', { name: 'Delete Ravi Kulkarni' }).click();
  await expect(page.getByText('Are you sure you want to delete this user?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('User deleted successfully')).toBeVisible();
  await expect(page.getByRole('region', { name: 'users' })).toBeFocused();
  await expect(page.getByText('No users match these filters.')).toBeVisible();
});

test('a suspended user is sent to sign in', async ({ page }) => {
  const { token, id } = await addPerson(server, makePerson('Meera'));
  await openAs(page, server, token, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Meera!' })).toBeVisible();
  await callApi(server, 'PATCH', `/users/${id}/status`, { status: 'suspended' }, adminToken);
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
});

test('others are sent to the dashboard, and visitors on to sign in', async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Hari'));
  await page.goto(`${server.url}/users`);
  await expect(page).toHaveURL(/\/login$/);
  for (const path of ['/users', '/audit-log', '/enquiries']) {
    await openAs(page, server, token, path);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'User Management' })).toHaveCount(0);
});

for (const path of ['/users', '/audit-log', '/enquiries', '/enquiries?tab=job-postings']) {
  test(`${path} is accessible and fits a phone`, async ({ page }) => {
    await openAs(page, server, adminToken, path);
    await expect(page.getByText(/^Page 1 of/)).toBeVisible();
    await expectFitsPhone(page);
  });
}

/** Role on the server, for the session of a token. */
async function roleOf(token: string): Promise<string> {
  const { user } = await callApi(server, 'GET', '/users/profile', undefined, token);
  return user.role;
}
