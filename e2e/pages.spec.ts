import { GENUINE } from '../apps/server/test/forms.ts';
import { addPerson, openAs } from './api.ts';
import { expect, type Page, SHOWN, test } from './journey.ts';
import { expectAccessible, expectAccessibleEverywhere } from './page-checks.ts';
import { choose, makePerson } from './people.ts';
import type { Server } from './server.ts';

const PDF = { name: 'Offer letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from(GENUINE.pdf) };
const RENAMED = {
  name: 'Setup.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('MZ\u0090\u0000This is a program'),
};
const TOO_BIG = { ...PDF, name: 'Big.pdf', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) };
const PROGRAM = { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: RENAMED.buffer };

/** Script for the page: whether the toast itself takes a click on it. */
const TOAST_TAKES_CLICKS = `(() => {
  const toast = document.querySelector('[data-rht-toaster] [role=status]');
  const { x, y, width, height } = toast.getBoundingClientRect();
  return toast.contains(document.elementFromPoint(x + width / 2, y + height / 2));
})()`;

// Tolerated: refused requests, which browsers log themselves, and a picture opened as a page, which has no icon.
test.use({ tolerated: /status of 40[04]/ });

let server: Server;
let adminToken: string;

test.beforeAll(({ server: running, administratorToken }) => {
  server = running;
  adminToken = administratorToken;
});

test('the library begins with the formats that ship', { tag: '@smoke' }, async ({ page }) => {
  await openAs(page, server, adminToken, '/hr-format');
  await expect(page.getByRole('listitem').filter({ hasText: 'Letter of appointment (Word)' })).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Wage slip (PDF)' }).click();
  expect((await saved).suggestedFilename()).toBe('Wage slip.pdf');
  await (await server.connect()).pool.query('delete from hr_documents');
});

test('an administrator uploads, edits, downloads and deletes a document', async ({ page }) => {
  await openAs(page, server, adminToken, '/hr-format');
  await expect(page.getByText('No documents available')).toBeVisible();
  await expectAccessibleEverywhere(page);

  await page.getByRole('button', { name: 'Upload New Document' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload New Document' });
  const submit = dialog.getByRole('button', { name: 'Upload Document' });
  await submit.click();
  await expect(dialog.getByText('Title is required')).toBeVisible();
  await expect(dialog.getByText('File is required')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await dialog.getByLabel('Title').fill('Offer letter');
  await dialog.getByLabel('Description (Optional)').fill('For whoever joins.');

  const file = dialog.getByLabel('File');
  await submit.click();
  await expect(file).toBeFocused();
  for (const [chosen, message] of [
    [PROGRAM, 'Invalid file type'],
    [TOO_BIG, 'File size must be less than 5MB'],
  ] as const) {
    await file.setInputFiles(chosen);
    await expect(dialog.getByText(message)).toBeVisible();
  }
  await file.setInputFiles(RENAMED);
  await expect(dialog.getByText('File size must be less than 5MB')).toHaveCount(0);
  await submit.click();
  await expect(dialog.getByText('Invalid file type')).toBeVisible();
  await expect(page.getByText('Failed to upload file')).toBeVisible();
  // Toasts over a dialog let clicks through.
  expect(await page.evaluate(TOAST_TAKES_CLICKS)).toBe(false);
  await expectAccessible(page);
  await file.setInputFiles(PDF);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/hr-format/upload', (route) => held.then(() => route.continue()), { times: 1 });
  await submit.click();
  await expect(dialog.getByRole('button', { name: 'Uploading...' })).toBeDisabled();
  await expect(dialog.getByRole('progressbar')).toHaveCount(1);
  answer();
  await expect(page.getByText('File uploaded successfully')).toBeVisible();

  const card = page.getByRole('listitem').filter({ hasText: 'Offer letter' });
  await expect(card.getByText('PDF Document')).toBeVisible();
  await expectAccessibleEverywhere(page);
  const saved = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Download Offer letter' }).click();
  expect((await saved).suggestedFilename()).toBe('Offer letter.pdf');
  await expect(page.getByText('Downloading Offer letter.pdf')).toBeVisible();

  await card.getByRole('button', { name: 'Edit Offer letter' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Document' });
  await edit.getByLabel('Title').fill(' ');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit.getByText('Title is required')).toBeVisible();
  await edit.getByLabel('Title').fill('Appointment letter');
  await edit.getByLabel('Description (Optional)').fill('');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Document updated successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Appointment letter' })).toBeVisible();
  await expect(page.getByText('For whoever joins.')).toHaveCount(0);

  await page.getByRole('button', { name: 'Delete Appointment letter' }).click();
  await expect(page.getByText('Are you sure you want to delete this document?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Document deleted successfully')).toBeVisible();
  await expect(page.getByText('No documents available')).toBeVisible();
});

test('a dropped file is not lost by a slip', async ({ page }) => {
  await openAs(page, server, adminToken, '/hr-format');
  await page.getByRole('button', { name: 'Upload New Document' }).click();
  const dialog = page.getByRole('dialog', { name: 'Upload New Document' });
  const dropped = await page.evaluateHandle(`
    const transfer = new DataTransfer();
    transfer.items.add(new File(['%PDF-1.7'], 'Dropped.pdf', { type: 'application/pdf' }));
    transfer`);
  await dialog.getByText('Click to upload or drag and drop').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(dialog.getByText('Dropped.pdf')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Are you sure you want to discard what you have typed?')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  await expect(dialog.getByText('Dropped.pdf')).toBeVisible();
});

test('of many documents some are found by their words', async ({ page }) => {
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Gratuity form']) await addDocument(title);
  await openAs(page, server, adminToken, '/hr-format');
  await expect(page.getByRole('heading', { name: 'Six' })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill('pension');
  await expect(page.getByText('No documents match your search.')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await search.fill('gratuity');
  await expect(page.getByRole('heading', { name: 'Six' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete Gratuity form' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No documents match your search.')).toBeVisible();
  await expect(search).toHaveValue('gratuity');
  await expect(page.locator(':focus')).toContainText('No documents match your search.');
});

test('a free user sees documents and is led to the plans', async ({ page }) => {
  await addDocument('Leave policy');
  const { token } = await addPerson(server, makePerson('Farah'));
  await openAs(page, server, token, '/hr-format');
  await expect(page.getByRole('heading', { name: 'Leave policy' })).toBeVisible();
  const card = page.getByRole('listitem').filter({ hasText: 'Leave policy' });
  await expect(card.getByText('Preview Only')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Upgrade to Download' })).toHaveAttribute('href', '/plans');
  await expect(page.getByRole('button', { name: /Download|Upload|Edit|Delete/ })).toHaveCount(0);
  await expectAccessibleEverywhere(page);
});

test('a message reaches support', { tag: '@smoke' }, async ({ page, complaints }) => {
  await page.goto(`${server.url}/contact`);
  // As served and as the browser took it over; one that showed something else would complain.
  await expect(page.getByRole('link', { name: SHOWN.SUPPORT_EMAIL })).toHaveAttribute(
    'href',
    `mailto:${SHOWN.SUPPORT_EMAIL}`,
  );
  await expect(page.getByRole('link', { name: SHOWN.FOOTER_CREDIT })).toHaveAttribute('href', 'https://mantine.dev');
  await page.getByRole('button', { name: 'Start Live Chat' }).click();
  await expect(page.getByText('Live chat feature coming soon!')).toBeVisible();
  const send = page.getByRole('button', { name: 'Send Message' });
  await send.click();
  for (const message of [
    'Name must be at least 2 characters',
    'Invalid email address',
    'Subject is required',
    'Message must be at least 10 characters',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await expect(page.getByLabel('Name')).toBeFocused();
  await expectAccessibleEverywhere(page);

  await page.getByLabel('Name').fill('Gauri Rao');
  await page.getByRole('textbox', { name: 'Email' }).fill('gauri@example.in');
  await choose(page, 'Subject', 'Plan Change Request');
  await page.getByRole('textbox', { name: 'Message' }).fill('We would like to change our plan.');
  await page.route('**/api/contact', (route) => route.abort(), { times: 1 });
  await send.click();
  await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible();
  complaints.length = 0;
  await send.click();
  await expect(page.getByText('Message sent successfully! We will get back to you soon.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('');
  await expectMailToSupport('We would like to change our plan.');
});

test('a reader who is signed in need not say who they are', async ({ page }) => {
  const person = makePerson('Hema');
  const { token } = await addPerson(server, person);
  await openAs(page, server, token, '/refund-policy');
  await page.getByRole('link', { name: 'Write to us' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Hema Kulkarni');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('Billing');
});

test('an employer posts a job opening with a file', async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Indu'));
  await openAs(page, server, token, '/recruitment/job-posting');
  const submit = page.getByRole('button', { name: 'Post Job Opening' });
  await submit.click();
  await expect(page.getByText('Please provide company profile details')).toBeVisible();
  await expect(page.getByText('Phone number must be at least 10 digits')).toBeVisible();
  await expect(page.getByLabel('Job title')).toBeFocused();
  await fillJobPosting(page);

  const files = page.getByLabel('Company files (Optional)');
  await files.setInputFiles([PDF, PROGRAM]);
  await expect(page.getByText('Invalid file type')).toHaveCount(1);
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Remove setup.exe' }).click();
  await files.setInputFiles([RENAMED]);
  await submit.click();
  await expect(page.getByText('Invalid file type')).toBeVisible();
  await expect(page.getByLabel('Job title')).toHaveValue('Payroll executive');
  await page.getByRole('button', { name: 'Remove Setup.pdf' }).click();
  await submit.click();
  await expect(page.getByText('Job posting submitted successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expectMailToSupport('Offer letter.pdf');
});

test('open forms are accessible, fit a phone and can be read without JavaScript', async ({ page, browser }) => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const read = await plain.newPage();
  for (const [path, heading] of [
    ['/contact', 'Contact Us'],
    ['/recruitment/job-posting', 'Post a Job Opening'],
  ] as const) {
    await page.goto(server.url + path);
    await expectAccessibleEverywhere(page);
    await read.goto(server.url + path);
    await expect(read.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(read.locator('meta[name=description]')).toHaveAttribute('content', /\w/);
  }
  await plain.close();
});

async function addDocument(title: string) {
  const form = new FormData();
  form.append('title', title);
  form.append('file', new File([PDF.buffer], PDF.name));
  const headers = { authorization: `Bearer ${adminToken}` };
  await fetch(`${server.url}/api/hr-format/upload`, { method: 'POST', headers, body: form });
}

async function fillJobPosting(page: Page) {
  const typed = {
    'Job title': 'Payroll executive',
    Location: 'Pune',
    'Job description': 'Runs the payroll of 120 people.',
    'Salary range': '4-6 LPA',
    'Required experience': '2 years',
    Qualification: 'B.Com',
    'Specific skills': 'EPF, ESI',
    'Job timings': '9 to 6',
    'Weeks offs': 'Sunday',
    'Joining timeline': '30 days',
    'Company profile': 'A textile mill in Pune.',
    'Contact name': 'Indu',
    'Contact email': 'indu@example.in',
    'Contact phone': '+91 98765 43210',
  };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
}

/** Newest mail to support contains the text. */
async function expectMailToSupport(text: string) {
  await expect(async () => {
    const answer = await fetch(`${server.url}/api/mailbox?to=${encodeURIComponent(SHOWN.SUPPORT_EMAIL)}`);
    const { data } = (await answer.json()) as { data: { text: string }[] };
    expect(data[0]?.text).toContain(text);
  }).toPass({ timeout: 10_000 });
}
