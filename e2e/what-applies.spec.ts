import { addPerson, openAs } from './api.ts';
import { expect, test } from './journey.ts';
import { expectAccessible, expectFitsPhone } from './page-checks.ts';
import { choose, makePerson } from './people.ts';

test('an office of 25 in Karnataka answers the one question, sees what is its own, and rules one thing out', {
  tag: '@smoke',
}, async ({ page, server }) => {
  const { token } = await addPerson(server, makePerson(), { state: 'Karnataka', employeeCount: 25 });
  await openAs(page, server, token, '/dashboard');
  const may = page.getByRole('button', { name: 'May apply: tell us' });

  await test.step('one line asks what the place is, until it is answered', async () => {
    await expect(page.getByText('What is your place in Karnataka?')).toBeVisible();
    await expect(page.getByText('10 obligations, 7 questions')).toBeVisible();
    await choose(page, 'What is this place?', 'Office, shop or other commercial establishment');
    await expect(page.getByText('What is your place in Karnataka?')).toBeHidden();
    await expect(page.getByText('20 items')).toBeVisible();
    await expect(page.getByText('Factories: yearly return, Karnataka')).toBeHidden();
  });

  await test.step('what may apply is folded under the table, and a press moves it into the table', async () => {
    await may.click();
    const questions = page.getByRole('list', { name: 'Open questions' }).getByRole('listitem');
    await expect(questions).toHaveCount(6);
    await expectAccessible(page);
    const workers = questions.filter({ hasText: 'international workers?' });
    await workers.getByRole('button', { name: 'Yes' }).press('Enter');
    await expect(questions).toHaveCount(5);
    await expect(page.getByText('21 items')).toBeVisible();
  });

  await test.step('what does not apply leaves the table with a reason, and comes back', async () => {
    await page.getByText('Pay monthly wages').first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Does not apply to us' }).click();
    await dialog.getByRole('button', { name: 'Does not apply to us' }).click();
    await expect(dialog.getByText('Please say why it does not apply')).toBeVisible();
    await dialog.getByLabel('Reason').fill('We pay every week');
    await dialog.getByRole('button', { name: 'Does not apply to us' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('20 items')).toBeVisible();
    await may.scrollIntoViewIfNeeded();
    await page.getByRole('link', { name: 'Establishments and all your answers' }).click();
    const excluded = page.getByRole('list', { name: 'Does not apply to us' });
    await expect(excluded).toContainText('We pay every week');
    await expectAccessible(page);
    await excluded.getByRole('button', { name: /^Applies again/ }).click();
    await expect(page.getByText('You have ruled out nothing.')).toBeVisible();
  });
});

test('the establishments of two states are kept on a phone, and a number that differs is told', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { token, id } = await addPerson(server, makePerson(), { state: 'Karnataka', employeeCount: 400 });
  const { pool } = await server.connect();
  await pool.query(`update users set role = 'premium' where id = $1`, [id]);
  await openAs(page, server, token, '/company/what-applies');
  await page.getByRole('button', { name: 'Add Establishment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Establishment name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Hyderabad office');
  await dialog.getByLabel('Employees there').fill('150');
  await choose(page, 'State', 'Telangana');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('550 employees together, your profile says 400')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Kulkarni Textiles' }).click();
  await dialog.getByLabel('Employees there').fill('250');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('your profile says')).toBeHidden();
  await expectFitsPhone(page);
});
