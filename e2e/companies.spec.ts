import { addPerson, goWithin, openAs } from './api.ts';
import { expect, openElsewhere, type Page, test } from './journey.ts';
import { expectAccessibleEverywhere } from './page-checks.ts';
import { choose, makePerson, type Person, signUp, typeCode, waitForCode } from './people.ts';
import type { Server } from './server.ts';

const EPF = 'EPF: file ECR and pay contributions';
const SOON = { timeout: 10_000 };

// Tolerated: a company that somebody was removed from is refused.
test.use({ tolerated: /Failed to load resource: the server responded with a status of 403/ });

test('two tabs work in two companies at once, each with its own rows, bell and address', { tag: '@smoke' }, async ({
  page,
  context,
  server,
}) => {
  const person = makePerson();
  const { token } = await addPerson(server, person, { state: 'Maharashtra', employeeCount: 120 });
  await makePremium(server, person);
  await openAs(page, server, token, '/company/people');
  // Who has one company sees no company in the address, nor a list of them.
  await expect(page.getByRole('heading', { name: 'You work on this alone so far' })).toBeVisible();
  await expect(page).toHaveURL(/\/company\/people$/);
  await expect(page.getByRole('button', { name: /^Company: / })).toBeHidden();
  await expectAccessibleEverywhere(page);

  await page.getByRole('button', { name: 'Add a company' }).click();
  await page.getByLabel('Company name').fill('Deccan Foods');
  await choose(page, 'State', 'Karnataka');
  await page.getByLabel('Number of employees').fill('40');
  await page.getByRole('button', { name: 'Add company' }).click();
  await expect(page).toHaveURL(/\/company\/people\?company=/);
  await expect(page.getByText('Who works on Deccan Foods, and as what.')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard\?company=/);
  await expect(page.getByText('Company Size: 40 employees')).toBeVisible();

  // A new tab opens with the company that was used last, and goes on in the other one.
  const second = await context.newPage();
  await second.goto(`${server.url}/dashboard`);
  await expect(second.getByText('Company Size: 40 employees')).toBeVisible();
  expect(companyOf(second)).toBe(companyOf(page));
  await switchTo(second, 'Kulkarni Textiles');
  await expect(second.getByText('Company Size: 120 employees')).toBeVisible();
  expect(companyOf(second)).not.toBe(companyOf(page));

  // What is recorded in one is recorded in that one alone, and heard of there alone.
  await record(second, EPF, 'On Hold');
  await expect(rowOf(second, EPF)).toContainText('On Hold');
  await page.bringToFront();
  await expect(rowOf(page, EPF)).not.toContainText('On Hold');
  await page.reload();
  await expect(page.getByText('Company Size: 40 employees')).toBeVisible();
  await expect(rowOf(page, EPF)).not.toContainText('On Hold');

  // From the keyboard.
  const list = page.getByRole('button', { name: /^Company: Deccan Foods/ });
  await expect(list).toBeEnabled();
  await list.press('ArrowDown');
  const other = page.getByRole('option', { name: /Kulkarni Textiles/ });
  await expect(other).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(other).toHaveAttribute('data-combobox-selected', { timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Company Size: 120 employees')).toBeVisible();
  await expect(rowOf(page, EPF)).toContainText('On Hold');
  await page.goBack();
  await expect(page.getByText('Company Size: 40 employees')).toBeVisible();

  // Nonsense in the address says so, and offers those that there are.
  await page.goto(`${server.url}/dashboard?company=nonsense`);
  await expect(page.getByRole('heading', { name: 'You are not a member of this company' })).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole('link', { name: /Kulkarni Textiles/ }).click();
  await expect(page.getByText('Company Size: 120 employees')).toBeVisible();

  // Deleted under an open tab.
  await switchTo(second, 'Deccan Foods');
  await expect(second.getByText('Company Size: 40 employees')).toBeVisible();
  await goWithin(page, `/company/people?company=${companyOf(second)}`);
  await page.getByRole('button', { name: 'Delete this company' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Deccan Foods' });
  await question.getByRole('button', { name: 'Delete the company' }).click();
  await expect(question.getByText('Please type Deccan Foods')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await question.getByLabel('Name of the company').fill('deccan foods');
  await question.getByRole('button', { name: 'Delete the company' }).click();
  await expect(page.getByText('Company Size: 120 employees')).toBeVisible();
  await expect(second.getByRole('heading', { name: 'You are not a member of this company' })).toBeVisible(SOON);
  await expect(second.getByRole('list', { name: 'Your companies' })).toContainText('Kulkarni Textiles');
});

test('a colleague is invited right after the sign-up, joins from the mail, and both see what the other does', async ({
  page,
  browser,
  server,
}) => {
  const owner = makePerson('Asha');
  const colleague = makePerson('Ravi');
  await signUp(page, server, owner, { state: 'Maharashtra', employees: '120' });
  await makePremium(server, owner);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Invite a colleague' }).first().click();
  await page.getByRole('textbox', { name: 'Email' }).fill(colleague.email);
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${colleague.email}`)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Invitations' })).toContainText(colleague.email);

  const theirs = await openElsewhere(browser);
  await theirs.goto(await waitForLink(server, colleague.email));
  await expect(theirs.getByRole('heading', { name: 'You are invited to Kulkarni Textiles' })).toBeVisible();
  await expect(theirs.getByText('Asha Kulkarni')).toBeVisible();
  await expect(theirs).toHaveURL(/\/invitation$/);
  await expectAccessibleEverywhere(theirs);
  await theirs.getByLabel('First name').fill('Ravi');
  await theirs.getByLabel('Last name').fill('Joshi');
  await theirs.getByLabel('Phone number').fill(colleague.phone);
  await theirs.getByLabel(/^Password/).fill(colleague.password);
  await theirs.getByLabel('Confirm password').fill(colleague.password);
  await theirs.getByRole('button', { name: 'Join Kulkarni Textiles' }).click();
  await expect(theirs.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
  await typeCode(theirs, await waitForCode(server, colleague.email));
  await expect(theirs.getByText('Company Size: 120 employees')).toBeVisible({ timeout: 20_000 });
  await expect(theirs).toHaveURL(/\/dashboard$/);

  // Heard of at once: the new colleague in the list, and what each of them records.
  await expect(page.getByRole('list', { name: 'Members' })).toContainText('Ravi Joshi', SOON);
  await goWithin(page, '/dashboard');
  await expect(rowOf(page, EPF)).not.toContainText('On Hold');
  await record(theirs, EPF, 'On Hold');
  await expect(rowOf(page, EPF)).toContainText('On Hold', SOON);
  await record(page, EPF, 'Pending');
  await expect(rowOf(theirs, EPF)).toContainText('Pending', SOON);

  // Offered to the colleague, who hears it from the bell and refuses.
  await goWithin(page, '/company/people');
  await choose(page, 'New owner', 'Ravi Joshi');
  await page.getByRole('button', { name: 'Offer the company' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Offer the company' }).click();
  await expect(page.getByRole('button', { name: 'Take the offer back' })).toBeVisible();
  await theirs.getByRole('button', { name: /^Notifications: / }).click(SOON);
  await theirs.getByText('Asha Kulkarni offers to hand Kulkarni Textiles over to you').click();
  await expect(theirs).toHaveURL(/\/company\/people$/);
  await theirs.getByRole('button', { name: 'No, thank you' }).click();
  await expect(page.getByRole('button', { name: 'Take the offer back' })).toBeHidden(SOON);
  await theirs.getByRole('link', { name: 'Dashboard' }).click();

  // Removed under an open page.
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Remove Ravi Joshi' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Members' })).not.toContainText('Ravi Joshi');
  await expect(theirs.getByText('You have no company yet')).toBeVisible(SOON);
  await expect(theirs.getByText('Company Size: 120 employees')).toBeHidden();
  await theirs.context().close();
});

test('a link that was used, and one of somebody else, say so', async ({ page, browser, server }) => {
  const { token: ownerToken } = await addPerson(server, makePerson('Usha'));
  const invited = makePerson('Ravi');
  const other = makePerson('Meera');
  const { token: otherToken } = await addPerson(server, other);
  const { token: invitedToken } = await addPerson(server, invited);
  const sent = await fetch(`${server.url}/api/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: invited.email.toUpperCase(), role: 'viewer' }),
  });
  expect(sent.status).toBe(201);
  const link = await waitForLink(server, invited.email);

  await openAs(page, server, otherToken, link.slice(server.url.length));
  await expect(page.getByText(`You are signed in as ${other.email}`)).toBeVisible();
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: `Sign in as ${invited.email}` }).click();
  await expect(page).toHaveURL(/\/login$/);

  const second = await openElsewhere(browser);
  await openAs(second, server, invitedToken, link.slice(server.url.length));
  await second.getByRole('button', { name: 'Join Kulkarni Textiles' }).click();
  // The toast goes after some seconds, so it is looked for first.
  await expect(second.getByText('You have joined Kulkarni Textiles')).toBeVisible();
  await expect(second).toHaveURL(/\/dashboard\?company=/);
  await expect(second.getByRole('button', { name: /^Company: Kulkarni Textiles/ })).toBeEnabled();
  expect(second.url()).not.toContain('#');
  // A viewer reads, and is offered nothing that writes.
  const details = await openDetails(second, EPF);
  await expect(details.getByText('Status Tracking')).toBeVisible();
  await expect(
    details.getByRole('button', { name: /Update Status|Add Reminder|Add Payment|Add Submission/ }),
  ).toHaveCount(0);
  await second.goto(link);
  await expect(second.getByText('This invitation was accepted already.')).toBeVisible();
  await expectAccessibleEverywhere(second);
  await second.context().close();
});

async function makePremium(server: Server, { email }: Person) {
  const { db } = await server.connect();
  await db.updateTable('users').set({ role: 'premium' }).where('primary_email', '=', email).execute();
}

function companyOf(page: Page): string | null {
  return new URL(page.url()).searchParams.get('company');
}

async function switchTo(page: Page, name: string) {
  await page.getByRole('button', { name: /^Company: / }).click();
  await page.getByRole('option', { name }).click();
}

function rowOf(page: Page, title: string) {
  return page.getByRole('row').filter({ hasText: title });
}

async function openDetails(page: Page, title: string) {
  await rowOf(page, title).focus();
  await page.keyboard.press('Enter');
  return page.getByRole('dialog', { name: title });
}

async function record(page: Page, title: string, status: string) {
  const dialog = await openDetails(page, title);
  await dialog.getByLabel(status, { exact: true }).check();
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await expect(page.getByText('Status updated successfully')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** Link of the newest invitation in the mailbox. */
async function waitForLink(server: Server, to: string): Promise<string> {
  let link = '';
  await expect(async () => {
    const answer = await fetch(`${server.url}/api/mailbox?to=${encodeURIComponent(to)}`);
    const { data } = (await answer.json()) as { data: { text: string }[] };
    link = data.flatMap(({ text }) => text.match(/https?:\/\/\S+\/invitation#[\w-]+/) ?? [])[0] ?? '';
    expect(link).not.toBe('');
  }).toPass(SOON);
  return link;
}
