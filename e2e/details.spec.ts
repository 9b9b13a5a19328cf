import { pdf } from '../apps/server/test/forms.ts';
import { addPerson, callApi, openAs } from './api.ts';
import { expect, type Locator, type Page, test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { makePerson } from './people.ts';
import type { Server } from './server.ts';

const ECR = 'EPF: file ECR and pay contributions';

const CHALLAN = { name: 'challan.pdf', mimeType: 'application/pdf', buffer: pdf() };

// Tolerated: requests refused or failed on purpose.
test.use({ tolerated: /status of (400|500)|^500 / });

let server: Server;

test.beforeAll(({ server: running }) => {
  server = running;
});

test('a free user keeps reminders, payments and submissions, which slips do not lose', { tag: '@smoke' }, async ({
  page,
}) => {
  const { token } = await addPerson(server, makePerson('Meera'));
  await openAs(page, server, token, '/dashboard');
  const details = await openDetails(page);
  await expect(details.getByRole('region', { name: 'Why it applies' })).toBeVisible();
  for (const status of ['Not To Do', 'On Hold', 'Not Applicable']) {
    await expect(details.getByRole('radio', { name: status })).toBeDisabled();
  }
  await expect(details.getByRole('radio', { name: 'Not Done' })).toBeEnabled();
  await expect(details.getByRole('button', { name: 'Add Note' })).toHaveCount(0);

  const reminders = details.getByRole('region', { name: 'Custom Reminders' });
  await reminders.getByRole('button', { name: 'Add Reminder' }).click();
  await reminders.getByLabel('Date and time').fill('2020-12-15T10:30');
  await reminders.getByRole('button', { name: 'Add Reminder' }).click();
  await expect(reminders.getByText('Reminder must be in the future')).toBeVisible();
  await reminders.getByLabel('Date and time').fill('2099-12-15T10:30');
  await reminders.getByRole('button', { name: 'Add Reminder' }).click();
  await expect(reminders.getByRole('listitem')).toContainText('15 Dec 2099, 10:30Upcoming');
  await reminders.getByRole('button', { name: 'Acknowledge' }).click();
  await expect(reminders.getByRole('listitem')).toContainText('Acknowledged');
  await reminders.getByRole('button', { name: 'Delete reminder' }).click();
  await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
  await expect(reminders.getByText('No reminders set.')).toBeVisible();

  const payments = details.getByRole('region', { name: 'Payment Dates' });
  await payments.getByRole('button', { name: 'Add Payment Date' }).click();
  for (const amount of ['0', '0.001']) {
    await payments.getByLabel('Amount').fill(amount);
    await payments.getByRole('button', { name: 'Add Payment Date' }).click();
    await expect(payments.getByText('Please enter a valid amount')).toBeVisible();
  }
  await payments.getByLabel('Amount').fill('1234.5');
  await expectAccessible(page);
  await slip(page, details);
  await expect(payments.getByLabel('Amount')).toHaveValue('1234.5');
  await payments.getByRole('button', { name: 'Attach files' }).click();
  await payments.getByLabel('Evidence', { exact: true }).setInputFiles(CHALLAN);
  await expect(payments.getByRole('button', { name: 'Show challan.pdf' })).toBeVisible();
  await expectAccessible(page);
  await payments.getByRole('button', { name: 'Add Payment Date' }).click();
  await expect(payments.getByRole('listitem')).toContainText('₹1,234.50');

  // Drawn in a worker of our own origin, under the policy of contents that the page came with.
  await payments.getByRole('button', { name: /^Evidence of Payment, .*: 1 file$/ }).click();
  const evidence = page.getByRole('dialog', { name: /^Evidence: Payment/ });
  await evidence.getByRole('button', { name: 'Show challan.pdf' }).click();
  await expect(page.getByRole('img', { name: 'challan.pdf' }).locator('canvas')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await evidence.getByRole('button', { name: 'Remove challan.pdf' }).click();
  await evidence.getByLabel('Why is it removed?').fill('The wrong month');
  await evidence.getByRole('button', { name: 'Remove file' }).click();
  await expect(evidence.getByText('1 file was removed')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(evidence).toHaveCount(0);

  const submissions = details.getByRole('region', { name: 'Submission Dates' });
  await submissions.getByRole('button', { name: 'Add Submission Date' }).click();
  await submissions.getByRole('button', { name: 'Add Submission Date' }).click();
  await expect(submissions.getByText('Please enter a submission note')).toBeVisible();
  await submissions.getByLabel('Submission note').fill('ECR uploaded, TRRN 4711');
  await submissions.getByRole('button', { name: 'Add Submission Date' }).click();
  await expect(submissions.getByRole('listitem')).toContainText('ECR uploaded, TRRN 4711');

  const late = details.getByRole('region', { name: 'What late costs' });
  await late.getByRole('button', { name: 'Compute interest and fees' }).click();
  await late.getByLabel('Amount').fill('1,00,000');
  await late.getByLabel('Due on').fill('15/12/2026');
  await late.getByLabel('Paid on').fill('14/01/2027');
  await expect(late.getByRole('list', { name: 'Rules' }).getByRole('listitem').first()).toContainText('₹986.30');
  await expect(late.getByText('Total ₹1,986.30')).toBeVisible();
  // The calendar is the library's.
  await late.getByLabel('Amount').click();
  await expectAccessible(page);

  // No question here: a date alone is nothing to lose.
  const date = details.getByRole('textbox', { name: 'Date', exact: true });
  await date.fill('15/01/2027');
  await date.blur();
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a premium user walks from due date to due date and records what happened', async ({
  page,
  administratorToken,
}) => {
  const { id, token } = await addPerson(server, makePerson('Nikhil'));
  await callApi(server, 'PATCH', `/users/${id}/role`, { role: 'premium' }, administratorToken);
  await openAs(page, server, token, '/dashboard');
  const details = await openDetails(page);
  const date = details.getByRole('textbox', { name: 'Date', exact: true });
  const start = await date.inputValue();
  await details.getByRole('button', { name: 'Next' }).click();
  await expect(date).not.toHaveValue(start);
  await details.getByRole('button', { name: 'Previous' }).click();
  await expect(date).toHaveValue(start);
  const earliest = details.getByRole('button', { name: /^Occurrence \d+,/ }).first();
  const name = (await earliest.getAttribute('aria-label')) ?? '';
  await earliest.click();
  await expect(details.getByRole('button', { name })).toHaveAttribute('aria-current', 'true');
  const second = await date.inputValue();

  const history = details.getByRole('list', { name: 'Status History' });
  const note = details.getByLabel('Note');
  await details.getByRole('radio', { name: 'On Hold' }).check();
  await note.fill('Waiting for the wage register');
  await details.getByRole('button', { name: 'Update Status' }).click();
  await expect(page.getByText('Status updated successfully')).toBeVisible();
  await expect(history.getByRole('listitem')).toContainText(`${second}On HoldWaiting for the wage register`);
  await expect(note).toHaveValue('');
  await note.fill('Asked the contractor again');
  await details.getByRole('button', { name: 'Add Note' }).click();
  await expect(page.getByText('Note added successfully')).toBeVisible();
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history.getByRole('listitem').first()).toContainText(`${second}NoteAsked the contractor again`);
  await expectAccessible(page);

  // Refused changes leave the history as it was, and the words where they were typed.
  let failing = true;
  await page.route('**/api/compliance/**', (route) => {
    if (!failing || route.request().method() !== 'PATCH') return route.fallback();
    failing = false;
    return route.fulfill({ status: 500, json: { status: 'error', message: 'Internal server error' } });
  });
  await details.getByRole('radio', { name: 'Done', exact: true }).check();
  await note.fill('Filed late, challan 4711');
  await details.getByRole('button', { name: 'Update Status' }).click();
  await expect(page.getByText('Internal server error')).toBeVisible();
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(details.getByRole('radio', { name: 'Done', exact: true })).toBeChecked();
  await slip(page, details);
  await expect(note).toHaveValue('Filed late, challan 4711');

  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard' }).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the administrator edits and deletes a note', async ({ page, administratorToken }) => {
  await openAs(page, server, administratorToken, '/dashboard');
  const details = await openDetails(page);
  await details.getByRole('textbox', { name: 'Note', exact: true }).fill('Portal closed til Monday');
  await details.getByRole('button', { name: 'Add Note' }).click();
  // Administrators see everybody's records, the newest first.
  const line = details.getByRole('list', { name: 'Status History' }).getByRole('listitem').first();
  await expect(page.getByText('Note added successfully')).toBeVisible();
  await expect(line).toContainText('Portal closed til Monday');
  await line.getByRole('button', { name: 'Edit note' }).click();
  await line.getByRole('textbox', { name: 'Edit note' }).fill('Portal closed until Monday');
  await expectAccessible(page);
  await slip(page, details);
  await line.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Note updated successfully')).toBeVisible();
  await expect(line).toContainText('Portal closed until Monday');
  await line.getByRole('button', { name: 'Delete note' }).click();
  await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Note deleted successfully')).toBeVisible();
  await expect(details.getByText('Portal closed until Monday')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

async function openDetails(page: Page): Promise<Locator> {
  await page.getByLabel('Search').fill(ECR);
  await page.getByRole('row').filter({ hasText: ECR }).focus();
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: ECR });
  await expect(details).toBeVisible();
  return details;
}

/** First Escape asks about typed text, the second only closes the question. */
async function slip(page: Page, details: Locator) {
  const question = page.getByRole('dialog', { name: 'Discard' });
  await page.keyboard.press('Escape');
  await expect(question).toContainText('Are you sure you want to discard what you have typed?');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(details).toBeVisible();
}
