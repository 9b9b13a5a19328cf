import { readFile } from 'node:fs/promises';
import { GENUINE } from '../apps/server/test/forms.ts';
import { addPerson, callApi, goWithin, openAs, registerByApi } from './api.ts';
import { expect, test } from './journey.ts';
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

test('the audit log says who did what, and can be taken along', { tag: '@smoke' }, async ({ page }) => {
  const { id } = await registerByApi(server, makePerson('Gomati'));
  await callApi(server, 'PATCH', `/users/${id}/status`, { status: 'suspended' }, adminToken);
  await openAs(page, server, adminToken, '/audit-log');
  const sentence = page.getByText('Admin Anupalan suspended Gomati Kulkarni');
  await expect(sentence).toBeVisible();
  await sentence.click();
  await expect(page.getByRole('listitem').filter({ has: sentence }).getByText('users.change-status')).toBeVisible();

  await page.getByRole('combobox', { name: 'Who', exact: true }).fill('gomati');
  await page.getByRole('option', { name: 'Gomati Kulkarni' }).click();
  await expect(page).toHaveURL(new RegExp(`actor=${id}`));
  await expect(page.getByText('Gomati Kulkarni signed up')).toBeVisible();
  await expect(sentence).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Who', exact: true })).toHaveValue('Gomati Kulkarni');
  await choose(page, 'What', 'Acts');
  await expect(page.getByText('No entries match these filters.')).toBeVisible();
  await page.goBack();

  await page.getByLabel('From (UTC)').fill('02/01/2027');
  await page.keyboard.press('Escape');
  await page.getByLabel('To (UTC)').fill('01/01/2027');
  await page.keyboard.press('Escape');
  await expect(page.getByText('The last day must not be before the first')).toBeVisible();
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

test('a link to what was done to somebody says whom it is about', async ({ page }) => {
  const { id } = await addPerson(server, makePerson('Kamala'));
  await callApi(server, 'PATCH', `/users/${id}/role`, { role: 'premium' }, adminToken);
  await openAs(page, server, adminToken, `/audit-log?subject=${id}&noun=users`);
  await expect(page.getByText('Admin Anupalan changed the role of Kamala Kulkarni')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'To whom' })).toHaveValue('Kamala Kulkarni');
  await goWithin(page, `/audit-log?actor=${id}&noun=acts`);
  await expect(page.getByText('No entries match these filters.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Who', exact: true })).toHaveValue('Kamala Kulkarni');
  await expectFitsPhone(page);
});

test('an enquiry is read, handled and deleted', async ({ page }) => {
  const { db } = await server.connect();
  await db.deleteFrom('contact_messages').execute(); // of other tests
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
  await postJob('Wages clerk', 'Profil – पद.pdf');
  await openAs(page, server, adminToken, '/enquiries?tab=job-postings');
  await page.getByRole('button', { name: /Wages clerk/ }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Profil – पद.pdf' }).click();
  expect((await saving).suggestedFilename()).toBe('Profil – पद.pdf');
});

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
  form.append('files', new File([new Uint8Array(GENUINE.pdf)], fileName, { type: 'application/pdf' }));
  const answer = await fetch(`${server.url}/api/contact/job-posting`, { method: 'POST', body: form });
  expect(answer.status).toBe(201);
}
