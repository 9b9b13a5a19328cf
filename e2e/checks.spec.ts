import { randomUUIDv7 } from 'node:crypto';
import { pdf } from '../apps/server/test/forms.ts';
import { addPerson, callApi, goWithin, openAs } from './api.ts';
import { expect, openElsewhere, type Page, test } from './journey.ts';
import { choose, makePerson } from './people.ts';
import type { Server } from './server.ts';

const EPF = 'EPF: file ECR and pay contributions';

const SOON = { timeout: 5_000 };

let server: Server;

test.beforeAll(({ server: running }) => {
  server = running;
});

/** Lets somebody join another's company as a member. @returns the company's id */
async function join(memberId: string, ownerId: string): Promise<string> {
  const { db } = await server.connect();
  const owned = await db
    .selectFrom('memberships')
    .select(['workspace_id', 'company_id'])
    .where('user_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('memberships')
    .values({ workspace_id: owned.workspace_id, user_id: memberId, id: randomUUIDv7(), role: 'member' })
    .execute();
  return owned.company_id ?? '';
}

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

async function openDetails(page: Page, title: string) {
  await rowOf(page, title).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: title });
  await expect(dialog.getByRole('button', { name: 'Update Status' })).toBeVisible();
  return dialog;
}

async function recordDone(page: Page, title: string, note: string, file?: string) {
  const dialog = await openDetails(page, title);
  if (file) {
    await dialog.getByRole('button', { name: 'Attach files' }).click();
    const sent = { name: file, mimeType: 'application/pdf', buffer: pdf() };
    await dialog.getByLabel('Evidence', { exact: true }).setInputFiles(sent);
    await expect(dialog.getByRole('button', { name: `Show ${file}` })).toBeVisible();
  }
  await dialog.getByRole('radio', { name: 'Done', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill(note);
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await expect(page.getByText('Recorded. It counts once it is checked.').first()).toBeVisible();
  await expect(dialog.getByRole('note')).toContainText('Done · to be checked');
  await dialog.getByRole('button', { name: 'Close' }).click();
}

test('what somebody records waits until a colleague has checked it, live in both browsers', { tag: '@smoke' }, async ({
  page,
  browser,
}) => {
  const asha = await addPerson(server, makePerson('Asha'), { state: 'Maharashtra', employeeCount: 120 });
  const ravi = await addPerson(server, makePerson('Ravi'));
  const company = await join(ravi.id, asha.id);
  await openAs(page, server, asha.token, '/dashboard');
  const checkers = await openElsewhere(browser);
  await openAs(checkers, server, ravi.token, `/dashboard?company=${company}`);
  await expect(rowOf(checkers, EPF)).toContainText('Asha Kulkarni');

  const dialog = await openDetails(page, EPF);
  await dialog.getByRole('button', { name: 'Assign…' }).click();
  await choose(page, 'Checker', 'Ravi Kulkarni');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Assignments saved')).toBeVisible();
  await expect(dialog.getByText('Ravi Kulkarni')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const due = await rowOf(page, EPF).textContent();
  await recordDone(page, EPF, 'Challan 47');
  await expect(rowOf(page, EPF)).toContainText('Done · to be checked');
  await expect(rowOf(checkers, EPF)).toContainText('Done · to be checked', SOON);
  await expect(page.getByRole('link', { name: '1 to check' })).toBeHidden();

  await checkers.getByRole('link', { name: '1 to check' }).click();
  await expect(checkers).toHaveURL(new RegExp(`/checks\\?company=${company}`));
  const waiting = checkers.getByRole('listitem').filter({ hasText: EPF });
  await expect(waiting).toContainText('Challan 47');
  await waiting.getByRole('button', { name: /^Return/ }).click();
  await waiting.getByRole('textbox', { name: 'Reason' }).fill('That is the challan of October');
  await waiting.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(checkers.getByText('Nothing waits for your check.')).toBeVisible();

  await expect(rowOf(page, EPF)).not.toContainText('to be checked', SOON);
  const again = await openDetails(page, EPF);
  await expect(again.getByRole('note')).toContainText('That is the challan of October');
  await again.getByRole('button', { name: 'Close' }).click();
  await recordDone(page, EPF, 'Challan 48', 'challan-48.pdf');

  await expect(waiting).toContainText('Challan 48', SOON);
  await waiting.getByRole('button', { name: /^Evidence of/ }).click();
  await expect(checkers.getByRole('dialog').getByText('challan-48.pdf')).toBeVisible();
  await checkers.keyboard.press('Escape');
  await waiting
    .getByRole('button', { name: `Approve ${EPF}` })
    .first()
    .click();
  await expect(checkers.getByText('Nothing waits for your check.')).toBeVisible();
  // The next occurrence is due.
  await expect(rowOf(page, EPF)).not.toContainText('to be checked', SOON);
  await expect(async () => expect(await rowOf(page, EPF).textContent()).not.toBe(due)).toPass(SOON);
  const done = await openDetails(page, EPF);
  await expect(done.getByRole('list', { name: /History|Record/ })).toContainText('checked by Ravi Kulkarni');

  await goWithin(checkers, `/company/people?company=${company}`);
  const whoDoesWhat = checkers.getByRole('region', { name: 'Who does what' });
  await expect(whoDoesWhat.getByRole('listitem')).toContainText('Asha Kulkarni');
  await expect(whoDoesWhat.getByRole('button')).toHaveCount(0);
  await whoDoesWhat.getByRole('link', { name: '1 obligation is set by itself' }).click();
  await expect(rowOf(checkers, EPF)).toBeVisible();
  await expect(checkers.getByLabel('Filter by Person')).toHaveValue('Set by item');
  await checkers.context().close();
});

test('a person alone in their company sees nothing of colleagues', async ({ page }) => {
  const asha = await addPerson(server, makePerson('Asha'), { state: 'Maharashtra', employeeCount: 120 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openAs(page, server, asha.token, '/dashboard');
  const dialog = await openDetails(page, EPF);
  await expect(dialog.getByRole('heading', { name: 'People' })).toBeHidden();
  await expect(page.getByLabel('Filter by Person')).toBeHidden();
  await goWithin(page, '/profile');
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Away' })).toBeHidden();
  expect(asked.filter((path) => /assign|check/.test(path))).toEqual([]);
  expect(await callApi(server, 'GET', '/checks', undefined, asha.token)).toEqual([]);
});
