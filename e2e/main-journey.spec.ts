import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { addPerson, openAs } from './api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectAccessible, expectFitsPhone } from './page-checks.ts';
import { makePerson, signIn, signUp } from './people.ts';
import { Server } from './server.ts';

// Tolerated: calls refused and a server killed on purpose, and the mail's sandbox refusing the accessibility checker's
// script.
test.use({ tolerated: /status of 40[14]|in 'about:srcdoc'|net::ERR_/ });

let server: Server;

test.beforeAll(({ server: running }) => {
  server = running;
});

test('an HR officer signs up, records what was done, and finds it after a crash and a restart', {
  tag: '@smoke',
}, async ({ page }) => {
  const person = makePerson();
  await signUp(page, server, person, { state: 'Maharashtra', employees: '120' });
  await expect(page.getByRole('heading', { name: `Welcome, ${person.firstName}!` })).toBeVisible();
  await expect(page.getByText('Free Member')).toBeVisible();
  await expect(page.getByText('Showing compliance data for All States')).toBeVisible();
  await expect(page.getByText('Company Size: 120 employees')).toBeVisible();

  await openItem(page, 'EPF: file ECR and pay contributions');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Where this comes from')).toBeVisible();
  await expect(dialog.getByLabel('Not applicable')).toBeDisabled();
  await dialog.getByLabel('Note').fill('Challan 4711');
  const date = dialog.getByRole('textbox', { name: 'Date', exact: true });
  for (const [typed, message] of [
    ['30/02/2027', 'Invalid date format'],
    ['', 'Please select a date'],
  ] as const) {
    await date.fill(typed);
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    await expect(dialog.getByText(message)).toBeVisible();
  }
  const setDate = async (typed: string) => {
    await date.fill(typed);
    await date.blur();
  };
  const done = dialog.getByLabel('Done', { exact: true });
  await setDate('15/12/2026');
  await done.check();
  await setDate('15/01/2027');
  await expect(done).not.toBeChecked();
  await setDate('15/12/2026');
  await expect(dialog.getByLabel('Note')).toHaveValue('Challan 4711');
  await done.check();
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await expect(page.getByText('Status updated successfully')).toBeVisible();
  await expect(dialog.getByText('Challan 4711')).toBeVisible();
  await expectAccessible(page);

  await server.stop('SIGKILL');
  await server.start();
  await page.reload();
  await expect(page.getByRole('dialog').getByText('Challan 4711')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'EPF: file ECR and pay contributions')).toContainText('Done');
});

test('the register leaves as a file, and with its evidence as a pack', async ({ page }) => {
  const { token } = await addPerson(server, makePerson());
  await openAs(page, server, token, '/company/exports');
  await page.getByRole('button', { name: 'Export the compliance register' }).click();
  const register = await downloadBy(page, () => page.getByRole('button', { name: 'CSV' }).click());
  expect(register.toString()).toContain('EPF: file ECR and pay contributions,');
  await page.getByRole('link', { name: 'make a pack' }).click();
  await page.getByRole('button', { name: 'Make pack' }).click();
  const ready = page.getByRole('button', { name: /^Download inspection-pack-/ });
  await expect(ready).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  const files = unzipSync(await downloadBy(page, () => ready.click()));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['register.pdf', 'register.xlsx', 'manifest.json']));
  expect(strFromU8(files['READ ME.txt'] ?? new Uint8Array())).toContain('Inspection pack of');
});

test('the administrator whom the first start printed signs in, chooses a password and sees all states', async ({
  page,
}) => {
  const printed = await Server.startFirst();
  try {
    await signIn(page, printed, { email: 'admin@anupalan.local', password: printed.administratorPassword });
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    await expectFitsPhone(page);
    await page.goto(`${printed.url}/users`);
    await page.getByLabel(/^Current password/).fill(printed.administratorPassword);
    await page.getByLabel(/^New password/).fill('Sahi-Samay-2026');
    await page.getByLabel(/^Confirm new password/).fill('Sahi-Samay-2026');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Admin', { exact: true })).toBeVisible();
    await expect(page.getByText('181 items')).toBeVisible();
    await openItem(page, 'Pay monthly wages');
    await expect(page.getByRole('dialog').getByLabel('Not applicable')).toBeEnabled();
  } finally {
    await page.goto('about:blank'); // else it would go on listening
    await printed.remove();
  }
});

test('only what applies is listed: state and headcount', async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Binod'), { state: 'Kerala', employeeCount: 5 });
  await openAs(page, server, token, '/dashboard');
  await expect(rowOf(page, 'EPF: file ECR and pay contributions')).toHaveCount(0);
  await page.getByLabel('Search').fill('Maharashtra');
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible();
});

test('a visitor of the dashboard is led to sign in, and of unknown addresses told that they are', async ({ page }) => {
  await page.goto(`${server.url}/no/such/page`);
  await expect(page.getByText('Page not found')).toBeVisible();
  await page.goto(`${server.url}/dashboard`);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody@example.in');
  await page.getByLabel(/^Password/).fill('x');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Account not found. Please sign up first.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue('nobody@example.in');
});

test('the pages of a sign-in and the mailbox are accessible and fit a phone', async ({ page }) => {
  for (const path of ['/login', '/register', '/forgot-password', '/mailbox']) {
    await page.goto(server.url + path);
    await page.waitForLoadState('networkidle');
    await expectFitsPhone(page);
  }
});

function rowOf(page: Page, title: string) {
  return page.getByRole('row').filter({ hasText: title });
}

async function openItem(page: Page, title: string) {
  await rowOf(page, title).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
}

/** The bytes of the file that the browser saves meanwhile. */
async function downloadBy(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFile(await download.path());
}
