import { readFile } from 'node:fs/promises';
import { addPerson, openAs } from './api.ts';
import { expect, test } from './journey.ts';
import { expectAccessibleEverywhere } from './page-checks.ts';
import { makePerson } from './people.ts';

// Tolerated: the wrong password.
test.use({ tolerated: /status of 400/ });

test('somebody downloads what is held about them, and erases their account', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
  const person = makePerson();
  const { token } = await addPerson(server, person);
  await openAs(page, server, token, '/profile');
  const panel = page.getByRole('region', { name: 'Your data' });
  const saving = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download my data' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('my-anupalan-data.json');
  await expect(page.getByText('Downloaded my-anupalan-data.json')).toBeVisible();
  const { account, company } = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect([account, company]).toMatchObject([
    [{ primary_email: person.email }],
    [{ company_name: 'Kulkarni Textiles' }],
  ]);

  await panel.getByRole('button', { name: 'Erase my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase my account' });
  await expect(dialog.getByLabel('Your password')).toBeFocused();
  await dialog.getByLabel('Your password').fill('Wrong-horse-9');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Incorrect password')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await dialog.getByLabel('Your password').fill(person.password);
  await dialog.getByRole('button', { name: 'Erase my account' }).click();
  await expect(page.getByText('Your account was erased')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});
