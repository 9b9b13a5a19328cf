import { pdf } from '../apps/server/test/forms.ts';
import { addPerson, callApi, openAs } from './api.ts';
import { expect, test } from './journey.ts';
import { expectAccessibleEverywhere } from './page-checks.ts';
import { choose, makePerson } from './people.ts';

const CLIENTS = 12;

test('a consultant of twelve companies sees what is due in all of them, and files one return for all at once', {
  tag: '@smoke',
}, async ({ page, server }) => {
  const person = makePerson('Meera');
  const { token } = await addPerson(server, person, { state: 'Kerala', employeeCount: 40 });
  const database = await server.connect();
  await database.pool.query(`update users set role = 'premium' where primary_email = $1`, [person.email]);
  for (let n = 2; n <= CLIENTS; n++) {
    const company = { companyName: `Client ${n}`, state: 'Kerala', employeeCount: 30 };
    await callApi(server, 'POST', '/companies', company, token);
  }

  await openAs(page, server, token, '/dashboard');
  // The bar has room for the company's name: the public links are in the menu.
  await expect(page.getByRole('button', { name: 'Company: Kulkarni Textiles, Premium plan' })).toBeVisible();
  const visitors = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Refund Policy' });
  await expect(visitors).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(visitors).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Companies' }).click();
  await expect(page.getByRole('heading', { name: 'Companies', level: 1 })).toBeVisible();
  await expect(page.getByText(`${CLIENTS} companies`)).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByLabel('Search').fill('client 7');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/search=client\+7/);
  await page.getByLabel('Search').fill('');
  await choose(page, 'Sort by', 'Next due');
  await expect(page.getByRole('row')).toHaveCount(CLIENTS + 1);

  await page.getByText('Agenda', { exact: true }).click();
  const obligation = page
    .getByRole('listitem')
    .filter({ hasText: `0 of ${CLIENTS} filed` })
    .first();
  const title = (await obligation.getByRole('link').locator('span').first().textContent()) ?? '';
  await expectAccessibleEverywhere(page);
  await obligation.getByRole('link').click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  const due = Temporal.PlainDate.from(new URL(page.url()).searchParams.get('day') ?? '');
  const month = due.toLocaleString('en-GB', { month: 'long', year: 'numeric' });
  const lines = page.getByRole('listitem').filter({ has: page.getByLabel(/^Number of /) });
  await expect(lines).toHaveCount(CLIENTS);
  await expectAccessibleEverywhere(page);

  // An amount without its day is told at its line, and nothing that was typed is lost.
  await page.getByLabel('Number of Client 2', { exact: true }).fill('TRRN 4711');
  await page.getByLabel('Amount of Client 2', { exact: true }).fill('12,500.50');
  await page.getByLabel('Nil filed for Client 3', { exact: true }).check();
  await page.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByRole('alert')).toContainText('An amount needs the day on which it was paid');
  await expect(page.getByText('1 company recorded')).toBeVisible();
  await expect(page.getByLabel('Number of Client 2', { exact: true })).toHaveValue('TRRN 4711');
  const line = page.getByRole('listitem', { name: 'Client 2', exact: true });
  await line.getByLabel('Paid on').fill('01/11/2026');

  // Files of several companies at once: matched, looked at, and put to their lines.
  const challan = (name: string) => ({
    name,
    mimeType: 'application/pdf',
    buffer: Buffer.concat([pdf(), Buffer.from(name)]),
  });
  await page
    .getByLabel('Challans and returns of all companies')
    .setInputFiles([challan('Client 4.pdf'), challan('Client 5, ECR.pdf'), challan('scan.pdf')]);
  await expect(page.getByText('3 files, of which 2 match')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await choose(page, 'Company of scan.pdf', 'Client 6');
  await page.getByRole('button', { name: 'Confirm scan.pdf' }).click();
  await page.getByRole('button', { name: 'Confirm all that match' }).click();
  await expect(page.getByRole('list', { name: 'Files of Client 6' })).toContainText('scan.pdf');
  await page.getByRole('button', { name: 'Mark all open as done' }).click();
  await page.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByText(`${CLIENTS - 1} companies recorded`)).toBeVisible();
  await expect(line).toContainText('No. TRRN 4711 · ₹12,500.50 · paid 01/11/2026');
  await expect(page.getByText(`${CLIENTS} of ${CLIENTS} recorded`)).toBeVisible();

  await page.getByRole('link', { name: 'Back to the agenda' }).click();
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: title })
      .filter({ hasText: `0 of ${CLIENTS}` }),
  ).toHaveCount(0);

  // A client's month, read and mailed from the line of the company.
  await page.getByRole('link', { name: 'Companies', exact: true }).click();
  await page.getByRole('link', { name: 'Status report of Client 2', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Client 2', level: 1 })).toBeVisible();
  await choose(page, 'Month', month);
  const told = page.getByRole('row').filter({ hasText: title });
  await expect(told.first()).toContainText('No. TRRN 4711 · ₹12,500.50 paid on 01/11/2026');
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Mail' }).click();
  await page.getByRole('textbox', { name: 'To' }).fill('nobody');
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('nobody is not an e-mail address')).toBeVisible();
  const client = makePerson('Client').email;
  await page.getByRole('textbox', { name: 'To' }).fill(client);
  await page.getByLabel('Message').fill('Here is your month.');
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText(`The report was mailed to ${client}`)).toBeVisible();
  const listMail = async () => await (await fetch(`${server.url}/api/mailbox?to=${client}`)).text();
  await expect.poll(listMail).toContain(`Client 2: status report ${month}`);
  expect(await listMail()).toContain('TRRN 4711');
});
