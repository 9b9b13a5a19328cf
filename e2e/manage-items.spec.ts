import { addPerson, openAs } from './api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { choose, makePerson } from './people.ts';
import type { Server } from './server.ts';

const ACT = 'Apprentices Act, 1961';
/** Count of the loaded table; other tests add items. */
const LOADED = /^\d{3} items$/;
const ECR = 'EPF: file ECR and pay contributions';

// Tolerated: the second of two edits is refused.
test.use({ tolerated: /status of 409/ });

let server: Server;

test.beforeAll(({ server: running }) => {
  server = running;
});

test('an administrator adds an item, which loses nothing by faults and slips', { tag: '@smoke' }, async ({
  page,
  administratorToken,
}) => {
  await openAs(page, server, administratorToken, '/dashboard');
  await page.getByRole('button', { name: 'Add Compliance Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Compliance Data' });

  // All faults at once, with the focus on the first.
  await dialog.getByLabel('Minimum employees').fill('20');
  await dialog.getByLabel('Maximum employees').fill('5');
  await dialog.getByRole('checkbox', { name: 'Link: Portal' }).check();
  await dialog.getByRole('textbox', { name: 'Portal' }).fill('javascript:alert(1)');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('x'.repeat(1_000));
  await dialog.getByRole('button', { name: 'Add Compliance Data' }).click();
  for (const fault of [
    'Please select an Act',
    'Please use at most 200 characters',
    'Maximum employees must be greater than or equal to minimum employees',
    'A link must start with http:// or https://',
    'Invalid date format',
  ]) {
    await expect(dialog.getByText(fault, { exact: true })).toBeVisible();
  }
  await expect(dialog.getByRole('combobox', { name: 'Act' })).toBeFocused();
  await expectAccessible(page);

  // Escape asks first and loses nothing.
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(dialog.getByRole('combobox', { name: 'Act' })).toBeFocused();
  await expect(dialog.getByRole('textbox', { name: 'Portal' })).toHaveValue('javascript:alert(1)');

  await dialog.getByRole('combobox', { name: 'Act' }).fill('Apprentices');
  await page.getByRole('option', { name: ACT }).click();
  await expect(dialog.getByLabel('Minimum employees')).toHaveValue('30');
  await expect(dialog.getByLabel('Maximum employees')).toHaveValue('0');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Apprentices: yearly count');
  await dialog.getByRole('textbox', { name: 'Portal' }).fill('https://www.apprenticeshipindia.gov.in');
  await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('Count them.');
  const date = dialog.getByRole('textbox', { name: 'Due Date', exact: true });
  await date.fill('31/01/2027');
  await date.blur();
  await expect(dialog.getByLabel('Next due date')).toHaveValue('28/02/2027');
  await choose(page, 'Frequency', 'Yearly');
  await expect(dialog.getByLabel('Next due date')).toHaveValue('31/01/2028');
  await dialog.getByLabel('Reminder days').fill('15, soon, 2');
  await dialog.getByRole('button', { name: 'Add Compliance Data' }).click();
  await expect(page.getByText('Compliance data added successfully')).toBeVisible();
  await expect(dialog).toBeHidden();

  // New items are scrolled into view.
  const row = rowOf(page, 'Apprentices: yearly count');
  await expect(row).toBeFocused();
  await expect(row).toBeInViewport();
  await expect(row).toContainText('31/01/2027');
  expect((await readItem(page, 'Apprentices: yearly count')).dueDate.reminderDays).toEqual([15, 2]);
});

test('an administrator changes an item while somebody else does, and deletes it', async ({
  page,
  administratorToken,
}) => {
  await openAs(page, server, administratorToken, '/dashboard');
  const { actId } = await readItem(page, ECR);
  await api(page, 'POST', '/compliance/data', {
    actId,
    title: 'Ours 4711',
    dueDate: { date: '2027-01-31', frequency: 'monthly' },
  });
  await page.evaluate(`dispatchEvent(new CustomEvent('tracker:refresh'))`);
  await page.getByLabel('Search').fill('Ours 4711');
  const { _id, updatedAt } = await readItem(page, 'Ours 4711');

  // Two edits of the same version: the second is refused, and keeps what was typed.
  await rowOf(page, 'Ours').getByRole('button', { name: 'Edit Ours' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Compliance Data' });
  await editor.getByRole('textbox', { name: 'Title' }).fill('Mine');
  await api(page, 'PATCH', `/compliance/data/${_id}`, { updatedAt, title: 'Theirs' });
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor.getByText(/was changed by someone else\. Reload and try again\./)).toBeVisible();
  await expect(editor.getByRole('textbox', { name: 'Title' })).toHaveValue('Mine');
  await expectAccessible(page);
  await editor.getByRole('button', { name: 'Load the current version' }).click();
  await expect(editor.getByRole('textbox', { name: 'Title' })).toHaveValue('Theirs');

  // Frequency N/A says so in the row, and going back restores the date.
  await choose(page, 'Frequency', 'N/A');
  await expect(editor.getByLabel('Due Date', { exact: true })).toHaveValue('N/A');
  await expect(editor.getByLabel('Next due date')).toHaveValue('N/A');
  await expect(editor.getByLabel('Due date description')).toHaveValue('N/A');
  await choose(page, 'Frequency', 'Monthly');
  await expect(editor.getByRole('textbox', { name: 'Due Date', exact: true })).toHaveValue('31/01/2027');
  await choose(page, 'Frequency', 'N/A');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Compliance data updated successfully')).toBeVisible();
  await page.getByLabel('Search').fill('Theirs');
  await expect(rowOf(page, 'Theirs')).toContainText('N/A');

  await rowOf(page, 'Theirs').getByRole('button', { name: 'Delete Theirs' }).click();
  await expect(page.getByText('Are you sure you want to delete this compliance data?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'Theirs')).toHaveCount(0);
});

test('an act’s summary opens from its heading, and collapsed acts stay so', async ({ page, administratorToken }) => {
  await openAs(page, server, administratorToken, '/dashboard');
  await page.getByLabel('Search', { exact: true }).fill('ECR and pay contributions');
  // What the search leaves moves up: nothing of it is pressed before it is all that is there.
  await expect(page.getByRole('checkbox', { name: /^Select / })).toHaveCount(1);
  await page.getByRole('button', { name: 'View Act Summary' }).click();
  await expect(page.getByRole('dialog', { name: /^Employees' Provident Fund/ })).toContainText(
    'Code on Social Security',
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: /^Employees' Provident Fund/ }).click();
  await expect(rowOf(page, ECR)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Employees' Provident Fund/ })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});

for (const [shape, width] of [
  ['in its panel', 1280],
  ['on the page', 360],
] as const) {
  test(`an item named by the route's state is brought into view ${shape}, once`, async ({
    page,
    administratorToken,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openAs(page, server, administratorToken, '/dashboard');
    await expect(page.getByText(LOADED)).toBeVisible();
    const title = 'Labour welfare fund: contribution, Karnataka';
    const { _id } = await readItem(page, title);
    await page.getByRole('button', { name: 'Collapse all' }).click();
    await page.getByLabel('Search').fill('provident');
    // The address follows once nobody types, and brings the state of before along.
    await expect(page).toHaveURL(/provident/);
    // History state as the router keeps it.
    await page.evaluate(`history.replaceState({ usr: { highlightId: '${_id}' }, key: 'k', idx: 0 }, '')`);
    await page.reload();
    await expect(rowOf(page, title)).toBeFocused();
    await expect(rowOf(page, title)).toBeInViewport({ ratio: 0.8 });
    await expect(rowOf(page, title)).not.toHaveAttribute('data-highlighted');
    await page.reload();
    await expect(page.getByText(LOADED)).toBeVisible();
    await expect(page.locator('tr:focus, tr[data-highlighted]')).toHaveCount(0);

    // Highlight events work on the open page, whatever hides the row; an unknown item does nothing.
    await page.getByLabel('Search').fill('provident');
    await expect(rowOf(page, title)).toHaveCount(0);
    await highlight(page, 'unknown');
    await expect(page.getByLabel('Search')).toHaveValue('provident');
    await highlight(page, _id);
    await expect(rowOf(page, title)).toBeFocused();
    await expect(rowOf(page, title)).toBeInViewport({ ratio: 0.8 });
    await expect(page.getByLabel('Search')).toHaveValue('');
  });
}

test('details that are open when their item is deleted close and say so', async ({ page, administratorToken }) => {
  await openAs(page, server, administratorToken, '/dashboard');
  const { actId } = await readItem(page, ECR);
  await api(page, 'POST', '/compliance/data', { actId, title: 'Doomed', dueDate: { frequency: 'never' } });
  const { _id } = await readItem(page, 'Doomed');
  await page.goto(`${server.url}/dashboard?item=${_id}`);
  const details = page.getByRole('dialog', { name: /Doomed$/ });
  await expect(details).toBeVisible();
  await api(page, 'DELETE', `/compliance/data/${_id}`);
  await expect(page.getByText('This compliance item is no longer there.')).toBeVisible();
  await expect(details).toBeHidden();
});

test('a free user is led to the plans, changes nothing, and finds the other ways to sort on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { token } = await addPerson(server, makePerson('Chitra'), { state: 'Maharashtra', employeeCount: 120 });
  await openAs(page, server, token, '/dashboard');
  await expect(page.getByRole('link', { name: 'Upgrade for Act Summary' }).first()).toHaveAttribute('href', '/plans');
  await expect(page.getByRole('link', { name: /Looking for Perfect Candidates/ })).toHaveAttribute(
    'href',
    '/recruitment/job-posting',
  );
  await expect(page.getByRole('button', { name: /^(Edit|Delete) / })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Compliance Data' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Manage Acts' })).toBeHidden();
  await page.getByRole('button', { name: 'Compliance Fields' }).click();
  const fields = page.getByRole('region', { name: 'Compliance Fields' });
  await expect(fields.getByRole('link', { name: 'Upgrade to Access' }).first()).toHaveAttribute('href', '/upgrade');
  await expect(fields.getByRole('button', { name: /^(Edit|Delete|Move)/ })).toHaveCount(0);
  await choose(page, 'Sort by', 'Compliance, A to Z');
  await expect(page.getByRole('columnheader', { name: 'Compliance' })).toHaveAttribute('aria-sort', 'ascending');
  await expectAccessible(page);
});

function rowOf(page: Page, title: string) {
  return page.getByRole('row').filter({ hasText: title });
}

async function highlight(page: Page, itemId: string) {
  await page.evaluate(`dispatchEvent(new CustomEvent('tracker:highlight', { detail: { itemId: '${itemId}' } }))`);
}

interface Item {
  _id: string;
  actId: string;
  title: string;
  updatedAt: string;
  dueDate: { reminderDays: number[] };
}

async function readItem(page: Page, title: string): Promise<Item> {
  const { data } = (await api(page, 'GET', '/compliance/data')) as { data: Item[] };
  const item = data.find((one) => one.title === title);
  if (!item) throw new Error(`no item is called ${title}`);
  return item;
}

/** API call of the signed-in user. */
async function api(page: Page, method: string, path: string, body?: object): Promise<unknown> {
  const token = await page.evaluate(`localStorage.getItem('token')`);
  const response = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return response.json();
}
