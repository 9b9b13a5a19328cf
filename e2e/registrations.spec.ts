import { addPerson, callApi, goWithin, openAs } from './api.ts';
import { expect, test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { makePerson } from './people.ts';
import type { Server } from './server.ts';

let server: Server;

test.beforeAll(({ server: running }) => {
  server = running;
});

test('a licence is recorded, falls due in the table, and its renewal is filed; a number is copied at its obligation', {
  tag: '@smoke',
}, async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Meera'));
  await openAs(page, server, token, '/company/registrations');
  await expect(page.getByText('No registrations yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add a registration' }).click();
  const form = page.getByRole('dialog', { name: 'Add a registration' });
  await form.getByLabel('Kind').fill('factory');
  await expect(page.getByRole('option')).toHaveText(['Factory licence']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await form.getByLabel('Number').fill('mys / 1234');
  await form.getByLabel('Last day').fill('31/12/2099');
  await form.getByLabel('Authority').click();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'MYS / 1234' })).toContainText('renew by 01/11/2099');
  await expectAccessible(page);

  await goWithin(page, '/dashboard?search=Renew');
  await expect(page.getByRole('row').filter({ hasText: 'Renew factory licence MYS / 1234' })).toContainText(
    '01/11/2099',
  );

  await goWithin(page, '/company/registrations');
  await page.getByRole('button', { name: /^Edit Factory licence/ }).click();
  await page.getByLabel('Renewal filed on').fill('12/11/2026');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Renewal pending, filed on 12/11/2026')).toBeVisible();
  await goWithin(page, '/dashboard?search=Renew');
  await expect(page.getByRole('row').filter({ hasText: 'Renew factory licence' })).toContainText('Renewal pending');

  await goWithin(page, '/dashboard?search=ECR');
  await page.getByRole('row').getByText('EPF: file ECR and pay contributions').first().click();
  const details = page.getByRole('dialog');
  await expect(details.getByText('No EPF code recorded.')).toBeVisible();
  // Recorded elsewhere, it is there at once.
  await callApi(server, 'POST', '/registrations', { kind: 'epf', number: 'bgbng0012345' }, token);
  await expect(details.getByText('BGBNG0012345000')).toBeVisible();
  await expect(details.getByRole('button', { name: 'Copy BGBNG0012345000' })).toBeVisible();
  await expectAccessible(page);

  // With a second one each has a line, which is recorded by itself.
  await callApi(server, 'POST', '/registrations', { kind: 'epf', number: 'MHBAN0012345000' }, token);
  const second = details.getByRole('radio', { name: 'MHBAN0012345000' });
  await second.press('Space');
  await details.getByRole('radio', { name: 'Done', exact: true }).check();
  await details.getByRole('button', { name: 'Update Status' }).click();
  await expect(details.getByText('For MHBAN0012345000')).toBeVisible();
  await expect(details.getByText('1 of 2 recorded')).toBeVisible();
  await expect(details.getByRole('radio', { name: 'BGBNG0012345000' })).toBeChecked();
  await expectAccessible(page);
  await details.getByRole('radio', { name: 'Done', exact: true }).check();
  await details.getByRole('button', { name: 'Update Status' }).click();
  await expect(details.getByText('1 of 2 recorded')).toHaveCount(0);
});

test('an obligation of one’s own is added by keyboard, stands in the table as “Own”, and is deleted after a question', async ({
  page,
}) => {
  const { token } = await addPerson(server, makePerson('Ravi'));
  await openAs(page, server, token, '/dashboard');
  await page.getByRole('button', { name: 'Add your own' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Add an obligation of your own' });
  await form.getByRole('combobox', { name: 'Act' }).fill('another one');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Another one, which you name…']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await form.getByLabel('Name of the act, policy or contract').fill('Fire safety policy');
  await form.getByLabel('Title').fill('Service the extinguishers');
  await form.getByRole('button', { name: 'Next Year' }).click();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add Obligation' }).press('Enter');
  const row = page.getByRole('row').filter({ hasText: 'Service the extinguishers' });
  await expect(row).toContainText('Own');
  await expect(page.getByRole('button', { name: 'Fire safety policy' })).toBeVisible();

  await row.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete' });
  await expect(question).toContainText('Its statuses, notes, reminders, payments and submissions go with it');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Obligation deleted successfully')).toBeVisible();
  await expect(row).toHaveCount(0);

  await test.step('several come in by a file, once its faults are mended', async () => {
    await goWithin(page, '/company/import');
    await page.getByRole('radio', { name: 'Own obligations' }).check();
    const choose = (rows: string) => {
      const buffer = Buffer.from(`Title,Law,How often,Due date\n${rows}`);
      return page.getByLabel('File', { exact: true }).setInputFiles({ name: 'own.csv', mimeType: 'text/csv', buffer });
    };
    await choose(
      'Hold a drill,Fire safety policy,Yearly,31/02/2027\nCheck the alarms,Fire safety policy,Monthly,15/01/2027',
    );
    await expect(page.getByText('There is 1 fault.')).toBeVisible();
    await expect(page.getByRole('cell', { name: /there is no 31\/02\/2027/ })).toBeVisible();
    await page.getByLabel('Only rows with faults').check();
    await expect(page.getByRole('rowheader')).toHaveText(['2']);
    await expect(page.getByRole('button', { name: 'Import 1 obligation' })).toBeDisabled();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose(
      'Hold a drill,Fire safety policy,Yearly,28/02/2027\nCheck the alarms,Fire safety policy,Monthly,15/01/2027',
    );
    await page.getByRole('button', { name: 'Import 2 obligations' }).press('Enter');
    await expect(page.getByText('2 obligations added')).toBeVisible();
    await expectAccessible(page);
  });
});
