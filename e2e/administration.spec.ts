import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { callApi, openAs, readRole, registerByApi, signInByApi } from './api.ts';
import { makePerson, signIn } from './people.ts';
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
    // A session that is over and an address without a page are refusals that the browser reports by itself.
    if (message.type() === 'error' && !/status of 40[14]/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
});

test.afterEach(() => {
  expect(complaints).toEqual([]);
});

test('users are found, paged and shared by their address', async ({ page, context }) => {
  for (let count = 0; count < 11; count++) await registerByApi(server, makePerson('Zubin'));
  await signIn(page, server, ADMIN);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'User Management' }).click();

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
  const { token } = await registerByApi(server, ravi);
  await openAs(page, server, adminToken, '/users');

  const own = page.getByRole('row').filter({ hasText: ADMIN.email });
  await page.getByLabel('Search').fill(ADMIN.email);
  await expect(own.getByRole('combobox')).toBeDisabled();
  await expect(own.getByRole('button')).toHaveCount(1);

  await page.getByLabel('Search').fill(ravi.email);
  await page.getByRole('button', { name: 'View profile of Ravi Kulkarni' }).click();
  const profile = page.getByRole('dialog', { name: 'Profile of Ravi Kulkarni' });
  await expect(profile.getByText('Kulkarni Textiles')).toBeVisible();
  await expect(profile.getByText(ravi.phone)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await chooseRole(page, 'Premium');
  await expect(page.getByText('User role updated successfully').first()).toBeVisible();
  expect(await readRole(server, token)).toBe('premium');

  await chooseRole(page, 'Administrator');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await readRole(server, token)).toBe('premium');
  await chooseRole(page, 'Administrator');
  await page.getByRole('button', { name: 'Make administrator' }).click();
  await expect(page.getByRole('button', { name: 'Impersonate Ravi Kulkarni' })).toHaveCount(0);
  expect(await readRole(server, token)).toBe('admin');

  await page.getByRole('button', { name: 'Suspend Ravi Kulkarni' }).click();
  await expect(page.getByRole('button', { name: 'Activate Ravi Kulkarni' })).toBeVisible();
  await expect(readRole(server, token)).rejects.toThrow('401');

  await page.getByRole('button', { name: 'Delete Ravi Kulkarni' }).click();
  await expect(page.getByText('Are you sure you want to delete this user?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('User deleted successfully')).toBeVisible();
  await expect(page.getByText('No users match these filters.')).toBeVisible();
});

test('a suspended user is sent to sign in', async ({ page }) => {
  const { token, id } = await registerByApi(server, makePerson('Meera'));
  await openAs(page, server, token, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Meera!' })).toBeVisible();
  await callApi(server, 'PATCH', `/users/${id}/status`, { status: 'suspended' }, adminToken);
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
});

test('the audit log says who did what, and can be taken along', async ({ page }) => {
  const { id } = await registerByApi(server, makePerson('Gauri'));
  await callApi(server, 'PATCH', `/users/${id}/status`, { status: 'suspended' }, adminToken);
  await openAs(page, server, adminToken, '/audit-log');
  const sentence = page.getByText('Admin Anupalan suspended Gauri Kulkarni');
  await expect(sentence).toBeVisible();
  await sentence.click();
  await expect(page.getByText('users.change-status')).toBeVisible();

  await page.getByRole('combobox', { name: 'Who' }).fill('gauri');
  await page.getByRole('option', { name: 'Gauri Kulkarni' }).click();
  await expect(page).toHaveURL(new RegExp(`actor=${id}`));
  await expect(page.getByText('Gauri Kulkarni signed up')).toBeVisible();
  await expect(sentence).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Who' })).toHaveValue('Gauri Kulkarni');
  await page.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: 'Acts', exact: true }).click();
  await expect(page.getByText('No entries match these filters.')).toBeVisible();
  await page.goBack();

  await page.getByLabel('From (UTC)').fill('02/01/2027');
  await page.keyboard.press('Escape');
  await page.getByLabel('To (UTC)').fill('01/01/2027');
  await page.keyboard.press('Escape');
  await expect(page.getByText('The last day must not be before the first')).toBeVisible();
  complaints = complaints.filter((line) => !line.includes('400'));
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(sentence).toBeVisible();
  await expectAccessible(page);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('audit-log.csv');
  expect(await readFile(await file.path(), 'utf8')).toContain('users.change-status');
  await expect(page.getByText('Admin Anupalan downloaded the audit log')).toBeVisible();
});

test('an enquiry is read, handled and deleted', async ({ page }) => {
  const message = 'We were charged twice for October.\nCould you look into it?';
  await callApi(server, 'POST', '/contact', { name: 'Leela', email: 'leela@example.in', subject: 'billing', message });
  await openAs(page, server, adminToken, '/enquiries');
  await page.getByRole('button', { name: /^Billing/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Billing' });
  await expect(dialog.getByText(message)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Reply by email' })).toHaveAttribute(
    'href',
    /^mailto:leela%40example.in/,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Mark as handled' }).click();
  await expect(dialog.getByRole('button', { name: 'Reopen' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No messages here.')).toBeVisible();

  await page.getByText('Handled', { exact: true }).click();
  await expect(page).toHaveURL(/status=handled/);
  await page.getByRole('button', { name: /^Billing/ }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Are you sure you want to delete this message?')).toBeVisible();
  await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Message deleted successfully')).toBeVisible();
  await expect(page.getByText('No messages here.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a job posting is read with its files', async ({ page }) => {
  await postJob('Payroll executive', 'Profil – पद.pdf');
  await openAs(page, server, adminToken, '/enquiries?tab=job-postings');
  await page.getByRole('button', { name: /Payroll executive/ }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Profil – पद.pdf' }).click();
  expect((await saving).suggestedFilename()).toBe('Profil – पद.pdf');
});

test('others are sent to the dashboard, and visitors on to sign in', async ({ page }) => {
  const { token } = await registerByApi(server, makePerson('Hari'));
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
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${path} is accessible and fits a phone (${colorScheme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 360, height: 740 });
      await openAs(page, server, adminToken, path);
      await expect(page.getByText(/^Page 1 of/)).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    });
  }
}

async function chooseRole(page: Page, role: string) {
  await page.getByRole('combobox', { name: 'Role of Ravi Kulkarni' }).click();
  await page.getByRole('option', { name: role, exact: true }).click();
}

async function postJob(jobTitle: string, fileName: string) {
  const texts = {
    jobTitle,
    jobDescription: 'Runs the payroll of 300 people',
    location: 'Pune',
    salaryRange: '4 to 6 lakh',
    requiredExperience: '3 years',
    qualification: 'B.Com',
    specificSkills: 'EPF, ESI',
    jobTimings: '9 to 18',
    weeksOffs: 'Sunday',
    joiningTimeline: '30 days',
    companyProfile: 'Textiles since 1985',
    contactName: 'Uma Rao',
    contactEmail: 'uma@example.in',
    contactPhone: '9876543210',
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.append(name, value);
  form.append('files', new File(['%PDF-1.4\n%%EOF\n'], fileName, { type: 'application/pdf' }));
  const answer = await fetch(`${server.url}/api/contact/job-posting`, { method: 'POST', body: form });
  expect(answer.status).toBe(201);
}
