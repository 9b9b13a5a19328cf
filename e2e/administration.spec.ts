import { addPerson, callApi, goWithin, openAs } from './api.ts';
import { ADMINISTRATOR, expect, openElsewhere, test } from './journey.ts';
import { expectAccessible, expectFitsPhone } from './page-checks.ts';
import { choose, makePerson } from './people.ts';
import type { Server } from './server.ts';

const ECR = 'EPF: file ECR and pay contributions';

// Tolerated: sessions that end, addresses and forms that are refused on purpose.
test.use({ tolerated: /status of 40[014]/ });

let server: Server;
let adminToken: string;

test.beforeAll(({ server: running, administratorToken }) => {
  server = running;
  adminToken = administratorToken;
});

test('users are found, paged and shared by their address', { tag: '@smoke' }, async ({ page, context }) => {
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
  await goWithin(page, '/users?search=nobody%20has%20this%20name');
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

test('others are sent to the dashboard, visitors and who is suspended on to sign in', async ({ page }) => {
  const { token, id } = await addPerson(server, makePerson('Hari'));
  await page.goto(`${server.url}/users`);
  await expect(page).toHaveURL(/\/login$/);
  await openAs(page, server, token, '/users');
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const path of ['/audit-log', '/enquiries']) {
    await goWithin(page, path);
    await expect(page).toHaveURL(/\/dashboard$/);
  }
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'User Management' })).toHaveCount(0);
  await callApi(server, 'PATCH', `/users/${id}/status`, { status: 'suspended' }, adminToken);
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
});

test('the lists of administrators are accessible and fit a phone', async ({ page }) => {
  await openAs(page, server, adminToken, '/users');
  for (const [path, list] of [
    ['/users', 'users'],
    ['/audit-log', 'entries'],
    ['/enquiries', 'messages'],
    ['/enquiries?tab=job-postings', 'job postings'],
  ] as const) {
    await goWithin(page, path);
    await expect(page.getByRole('region', { name: list })).toBeVisible();
    await expect(page.getByText(/^Page 1 of/)).toBeVisible();
    await expectFitsPhone(page);
  }
});

/** Role on the server, for the session of a token. */
async function roleOf(token: string): Promise<string> {
  const { user } = await callApi(server, 'GET', '/users/profile', undefined, token);
  return user.role;
}

test('an extension reaches an open page, holds once its condition is met, and is taken back', async ({
  page,
  browser,
}) => {
  const { token } = await addPerson(server, makePerson('Pema'), { state: 'Sikkim', employeeCount: 60 });
  const company = await openElsewhere(browser);
  await openAs(company, server, token, '/dashboard');
  const row = company.getByRole('row').filter({ hasText: ECR });
  const [due = ''] = (await row.innerText()).match(/\d\d\/\d\d\/\d{4}/) ?? [];
  const later = dayAfter(due, 20);

  await openAs(page, server, adminToken, '/extensions');
  await page.getByRole('button', { name: 'Publish an extension' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish an extension' });
  await dialog.getByRole('combobox', { name: 'Obligation' }).fill(ECR);
  await page.getByRole('option', { name: ECR }).click();
  await choose(page, 'Occurrence', due);
  await dialog.getByLabel('New day').fill(due);
  await dialog.getByLabel('Sikkim').check();
  await dialog.getByLabel('Condition').fill('Fewer than 100 people');
  await dialog.getByLabel('Who said it').fill('EPFO, order 12');
  await dialog.getByLabel('Link').fill('https://example.in/12');
  await dialog.getByRole('button', { name: 'Whom does it reach?' }).click();
  await expect(dialog.getByText(`The new day must be after ${due}, the legal day now`)).toBeVisible();
  await dialog.getByLabel('New day').fill(later);
  await dialog.getByRole('button', { name: 'Whom does it reach?' }).click();
  await expect(dialog.getByRole('status')).toContainText(`It may move ${due} to ${later} for`);
  await expect(dialog.getByRole('status')).toContainText('Kulkarni Textiles');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();

  await expect(row).toContainText(`Extension possible to ${later}`);
  await row.focus();
  await company.keyboard.press('Enter');
  const details = company.getByRole('dialog', { name: ECR });
  const days = details.getByRole('region', { name: 'When it really falls due' });
  await days.getByRole('button', { name: 'We meet it' }).click();
  await expect(days).toContainText(`The law’s day: ${later} ${due}`);
  await days.getByRole('button', { name: 'Set a day of your own' }).click();
  await days.getByLabel('Done by').fill(dayAfter(later, 1));
  await company.keyboard.press('Enter');
  await expect(days.getByText(`The law allows ${later} at the latest`)).toBeVisible();
  await days.getByLabel('Done by').fill(dayAfter(due, 3));
  await company.keyboard.press('Enter');
  await expect(days).toContainText(`Your company’s day: ${dayAfter(due, 3)}`);
  await company.keyboard.press('Escape');
  await expect(row).toContainText(`${later}${due} Extended`);
  await expect(row).toContainText(`Your day: ${dayAfter(due, 3)}`);

  await goWithin(company, '/company/holidays');
  await company.getByRole('button', { name: 'Add a holiday' }).click();
  await company.getByLabel(/^Day/).fill(later);
  await company.getByLabel('Name').fill('Losar');
  await company.getByRole('button', { name: 'Add a holiday' }).click();
  await expect(company.getByRole('list', { name: 'Your own holidays' })).toContainText('Losar');

  await goWithin(company, '/company/law');
  const changed = company.getByRole('region', { name: 'What changed' }).getByRole('listitem');
  await expect(changed.first()).toContainText(`Due on ${later}, for companies that meet this: Fewer than 100 people`);
  await page.getByRole('button', { name: `Take back: ${ECR}: ${later} for the occurrence of ${due}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(changed.first()).toContainText('Extension taken back');
  await goWithin(company, '/dashboard');
  await expect(row).toContainText(due);
  await expect(row).not.toContainText(later);
});

/** A day of the screens so many days later. */
function dayAfter(day: string, days: number): string {
  const iso = day.split('/').reverse().join('-');
  return Temporal.PlainDate.from(iso).add({ days }).toString().split('-').reverse().join('/');
}
