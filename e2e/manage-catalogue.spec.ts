import { openAs } from './api.ts';
import { expect, type Locator, type Page, test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import type { Server } from './server.ts';

// Tolerated: the second of two edits is refused.
test.use({ tolerated: /status of 409/ });

let server: Server;

test.beforeAll(({ server: running }) => {
  server = running;
});

test('an administrator keeps the acts', { tag: '@smoke' }, async ({ page, administratorToken }) => {
  await openAs(page, server, administratorToken, '/dashboard');
  const acts = page.getByRole('region', { name: 'Manage Acts' });
  await expect(acts.getByRole('columnheader')).toHaveText([
    'Act Name',
    'State',
    'Employee Range',
    'Description',
    'Actions',
  ]);
  const long = acts.getByRole('button', { name: 'Show More' }).first();
  await long.click();
  await acts.getByRole('button', { name: 'Show Less' }).click();

  await acts.getByRole('button', { name: 'Add Act' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Act' });
  await dialog.getByLabel('Act name').fill('A Test Act, 2026');
  await dialog.getByLabel('Minimum employees').fill('50');
  await dialog.getByLabel('Maximum employees').fill('10');
  await dialog.getByRole('button', { name: 'Add Act' }).click();
  const fault = 'Maximum employees must be greater than or equal to minimum employees';
  await expect(dialog.getByText(fault, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Apply to all company sizes (0 to ∞)').check();
  await expect(dialog.getByLabel('Maximum employees')).toBeDisabled();
  const description = dialog.getByRole('textbox', { name: 'Description' });
  await description.click();
  await dialog.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('Boldly');
  await dialog.getByRole('button', { name: 'Add Act' }).click();
  await expect(page.getByText('Act added successfully')).toBeVisible();
  await acts.getByLabel('Find an act').fill('A Test Act');
  const row = acts.getByRole('row', { name: /A Test Act/ });
  await expect(row).toContainText('0 – ∞');
  await expect(row.locator('strong')).toHaveText('Boldly');

  // Two edits of the same version: the second is refused, and keeps what was typed.
  await row.getByRole('button', { name: 'Edit A Test Act, 2026' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Act' });
  await editor.getByLabel('Act name').fill('Mine');
  await change(page, '/acts', 'A Test Act, 2026', { name: 'A Test Act of theirs' });
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor.getByText('This act was changed by someone else. Reload and try again.')).toBeVisible();
  await expect(editor.getByLabel('Act name')).toHaveValue('Mine');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard' }).getByRole('button', { name: 'Cancel' }).click();
  await editor.getByRole('button', { name: 'Load the current version' }).click();
  await expect(editor.getByLabel('Act name')).toHaveValue('A Test Act of theirs');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Act updated successfully')).toBeVisible();

  await acts.getByRole('button', { name: 'Delete A Test Act of theirs' }).click();
  const question = page.getByRole('dialog', { name: 'Delete' });
  await expect(question.getByText('Are you sure you want to delete this act?')).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Act deleted successfully')).toBeVisible();
  await acts.getByLabel('Find an act').fill('Apprentices Act');
  await acts.getByRole('button', { name: 'Delete Apprentices Act, 1961' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('This act has compliance data. Delete or move it first.')).toBeVisible();
});

test('an administrator keeps the compliance fields', async ({ page, administratorToken }) => {
  await openAs(page, server, administratorToken, '/dashboard');
  const fields = page.getByRole('region', { name: 'Manage Compliance Fields' });
  await fields.getByRole('button', { name: 'Add Field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Field' });
  await dialog.getByRole('button', { name: 'Add Field' }).click();
  await expect(dialog.getByText('Field name is required')).toBeVisible();
  for (const name of ['Records', 'Officer']) {
    await dialog.getByLabel('Field name').fill(name);
    await dialog.getByRole('button', { name: 'Add Field' }).click();
    await expect(dialog).toBeHidden();
    await expect(fields.getByRole('row', { name: new RegExp(name) })).toBeVisible();
    if (name === 'Records') await fields.getByRole('button', { name: 'Add Field' }).click();
  }

  // Move up by one, with the keys.
  const handle = fields.getByRole('button', { name: 'Move Officer' });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^Officer is (picked up|over)/)).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(/^Officer is over place 6/)).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(async () => (await readNames(fields)).slice(-2)).toEqual(['Officer', 'Records']);
  const edge = fields.getByRole('separator', { name: 'Width of Name' });
  await edge.focus();
  for (let presses = 0; presses < 10; presses++) await page.keyboard.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', '100');
  await page.reload();
  await expect(edge).toHaveAttribute('aria-valuenow', '100');
  expect((await readNames(fields)).slice(-2)).toEqual(['Officer', 'Records']);

  await fields.getByLabel('Choose Officer').check();
  await fields.getByLabel('Choose Records').check();
  await expect(fields.getByLabel('Choose all fields')).toBeVisible();
  await fields.getByRole('button', { name: 'Make Premium' }).click();
  await expect(fields.getByRole('row', { name: /Officer/ })).toContainText('Premium');
  await expectAccessible(page);

  await fields.getByRole('button', { name: 'Edit Officer' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit Field' });
  await editor.getByLabel('Field name').fill('Mine');
  await change(page, '/compliance/fields', 'Officer', { name: 'Theirs' });
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor.getByText('This field was changed by someone else. Reload and try again.')).toBeVisible();
  await expect(editor.getByLabel('Field name')).toHaveValue('Mine');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog', { name: 'Discard' }).getByRole('button', { name: 'Discard' }).click();
  await expect(editor).toBeHidden();

  await fields.getByLabel('Choose Theirs').check();
  await fields.getByLabel('Choose Records').check();
  await fields.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Compliance fields deleted successfully')).toBeVisible();
  await expect(fields.getByRole('row', { name: /Theirs/ })).toBeHidden();
});

function readNames(fields: Locator): Promise<string[]> {
  return fields.getByRole('rowheader').allTextContents();
}

/** Changes a named thing past the screen, as another administrator would. */
async function change(page: Page, path: string, name: string, changes: object): Promise<void> {
  const token = await page.evaluate<string>("localStorage.getItem('token')");
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const listed = await fetch(`${server.url}/api${path}`, { headers });
  const { data } = (await listed.json()) as { data: { _id: string; name: string }[] };
  const id = data.find((one) => one.name === name)?._id;
  const body = JSON.stringify(changes);
  const changed = await fetch(`${server.url}/api${path}/${id}`, { method: 'PATCH', headers, body });
  expect(changed.status).toBe(200);
}
