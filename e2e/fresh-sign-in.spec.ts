import { addPerson, openAs } from './api.ts';
import { expect, test } from './journey.ts';
import { expectAccessible, expectAccessibleEverywhere } from './page-checks.ts';
import { makePerson } from './people.ts';

// Tolerated: the refusals that ask for the password, a wrong one, and a link that is none.
test.use({ tolerated: /status of 40[134]/ });

test('a quarter of an hour after signing in, a new phone number takes the password', async ({ page, server }) => {
  const person = makePerson('Nandini');
  const { token, id } = await addPerson(server, person);
  const { pool } = await server.connect();
  const age = "update sessions set authenticated_at = now() - interval '16 minutes' where user_id = $1";
  await pool.query(age, [id]);
  await openAs(page, server, token, '/profile');
  const settings = page.getByRole('region', { name: 'Profile Settings' });
  const asking = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await settings.getByRole('button', { name: 'Edit Profile' }).click();
  const phone = settings.getByLabel('Phone number');
  await phone.fill('9000012345');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(asking.getByLabel(/^Password/)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(asking).toBeHidden();
  await expect(phone).toHaveValue('9000012345');

  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(asking.getByLabel(/^Password/)).toBeFocused();
  await page.keyboard.type('Galat-Samay-2026');
  await page.keyboard.press('Enter');
  await expect(asking.getByText('Incorrect password')).toBeVisible();
  await asking.getByLabel(/^Password/).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Profile updated successfully!')).toBeVisible();
  await expect(settings.getByText('9000012345')).toBeVisible();
});

test('the pages of mailed links are accessible, and without a good link say so', async ({ page, server }) => {
  await page.goto(`${server.url}/email-change/stop#no-such-token`);
  await page.getByRole('button', { name: 'Stop the change' }).click();
  await expect(page.getByText('This link is not valid, or its time is over.')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.goto(`${server.url}/email-change/undo#no-such-token`);
  await expect(page.getByLabel(/^Password/)).toBeVisible();
  await expectAccessibleEverywhere(page);
});
