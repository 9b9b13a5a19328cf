import { addPerson } from './api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectAccessible, expectAccessibleEverywhere } from './page-checks.ts';
import { makePerson } from './people.ts';
import type { Server } from './server.ts';

const EPF = 'EPF: file ECR and pay contributions';

const MINUTE_MS = 60_000;

/** Script for the page: elements that the help bubble covers although they got the focus at the lower edge. */
const COVERED_WHEN_FOCUSED = `(() => {
  const bubble = document.querySelector('[aria-label=Help]');
  const covered = [];
  for (const element of document.querySelectorAll('main :is(a, button, input), footer a')) {
    element.blur();
    window.scrollTo(0, element.getBoundingClientRect().bottom + window.scrollY - window.innerHeight);
    element.focus();
    const [one, other] = [element.getBoundingClientRect(), bubble.getBoundingClientRect()];
    const overlaps = one.right > other.left && one.bottom > other.top && one.top < other.bottom;
    if (document.activeElement === element && overlaps) covered.push(element.outerHTML);
  }
  return covered;
})()`;

let server: Server;

test.beforeAll(({ server: running }) => {
  server = running;
});

test.use({ isAskedToHire: true });

test.beforeEach(({ page }) => page.clock.install());

test('a reminder speaks from the bell until it is acknowledged', { tag: '@smoke' }, async ({ page }) => {
  const { token } = await addPerson(server, makePerson());
  await postponePopup(page);
  await setReminder(token, 30);
  await setReminder(token, 90);
  await open(page, token, '/');
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByText(`Reminder: ${EPF} is due in 30 minutes`)).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Delete/ })).toHaveCount(1);
  await expectAccessibleEverywhere(page);

  await panel.getByRole('button', { name: /^Acknowledge/ }).click();
  await expect(panel.getByText(`Reminder: ${EPF}`)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();

  await page.clock.fastForward(31 * MINUTE_MS);
  await bell.click();
  await expect(panel.getByText(`Reminder: ${EPF} is due in`)).toBeVisible();
  await panel.getByRole('button', { name: /^Delete/ }).click();
  await expect(panel.getByText(`Reminder: ${EPF}`)).toBeHidden();
});

test('a notification leads to its row; Clear All holds after a reload', async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Binod'));
  await setReminder(token, 30);
  await open(page, token, '/');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel
    .getByRole('button', { name: `Reminder: ${EPF}` })
    .first()
    .click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(panel).toBeHidden();
  await expect(rowOf(page, EPF)).toHaveAttribute('data-highlighted', 'true');
  await expect(rowOf(page, EPF)).toBeFocused();

  await page.getByRole('button', { name: /^Notifications/ }).click();
  await panel.getByRole('button', { name: 'Clear All' }).click();
  await expect(panel.getByText('No notifications')).toBeVisible();
  await expect(panel.getByText("You're all caught up!")).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await expect(panel.getByText('No notifications')).toBeVisible();
});

test.describe('with calls that fail', () => {
  test.use({ tolerated: /Failed to load resource/ });

  test('what fails is told in the bell; dismissing "not found" clears it', async ({ page }) => {
    const { token } = await addPerson(server, makePerson('Chitra'));
    await setReminder(token, 30);
    await open(page, token, '/dashboard');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const panel = page.getByRole('dialog', { name: 'Notifications' });
    await page.route('**/acknowledge', (route) => route.abort());
    await panel.getByRole('button', { name: /^Acknowledge/ }).click();
    await expect(panel.getByText('Failed to acknowledge notification')).toBeVisible();
    await panel.getByRole('button', { name: 'Dismiss' }).click();
    await expect(panel.getByText('Failed to acknowledge notification')).toBeHidden();
    await page.route('**/reminders/*', (route) => route.fulfill({ status: 400, body: '<html>' }));
    await panel.getByRole('button', { name: /^Delete/ }).click();
    await expect(panel.getByText('Server returned an invalid response')).toBeVisible();

    await page.unroute('**/reminders/*');
    await page.route('**/reminders/*', (route) =>
      route.fulfill({ status: 404, json: { status: 'error', message: 'Reminder not found' } }),
    );
    await panel.getByRole('button', { name: /^Delete/ }).click();
    await expect(panel.getByText('Reminder not found')).toBeVisible();
    await panel.getByRole('button', { name: 'Dismiss' }).click();
    await expect(panel.getByText('No notifications')).toBeVisible();
  });
});

test('the bar counts what is due and leads to its list', async ({ page }) => {
  // 40 days later, so that a month has passed for which nobody recorded anything.
  await page.clock.setSystemTime(Date.now() + 40 * 24 * 60 * MINUTE_MS);
  const { token } = await addPerson(server, makePerson('Divya'));
  await open(page, token, '/');
  const link = page
    .getByRole('banner')
    .getByRole('link', { name: /^Compliance: \d+ (overdue|due in 7 days)$/ })
    .first();
  const label = (await link.getAttribute('aria-label')) ?? '';
  const isOverdue = label.includes('overdue');
  await link.click();
  await expect(page.getByLabel('Filter by Status')).toHaveValue(isOverdue ? 'Overdue' : 'Due in 7 days');
  await expect(page.getByText(new RegExp(`^${label.match(/\d+/)} of \\d+ items$`))).toBeVisible();
});

test('help is offered every minute for five seconds, and asks before it leads away', async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Esha'));
  await postponePopup(page);
  await open(page, token, '/');
  const help = page.getByRole('button', { name: 'Help' });
  const hint = page.getByText('Need any help?');
  await expect(help).toBeVisible();
  await expect(hint).toBeHidden();
  await page.clock.fastForward(MINUTE_MS);
  await expect(hint).toBeVisible();
  await expect(help).not.toBeFocused();
  await page.clock.fastForward(5_000);
  await expect(hint).toBeHidden();

  await help.click();
  const panel = page.getByRole('dialog').filter({ hasText: 'Seeking Advice?' });
  await expect(panel).toBeVisible();
  await page.clock.fastForward(55_000);
  await expect(hint).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(help).toBeFocused();
  await help.click();
  await panel.getByRole('button', { name: 'No', exact: true }).click();
  await expect(panel).toBeHidden();
  await help.click();
  await panel.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/contact$/);
});

test('what has been tabbed to is never under the help bubble', async ({ page }) => {
  const { token } = await addPerson(server, makePerson('Esha'));
  await postponePopup(page);
  await open(page, token, '/contact');
  await expect(page.getByRole('button', { name: 'Help' })).toBeVisible();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await page.evaluate(COVERED_WHEN_FOCUSED)).toEqual([]);
  }
});

test('the hiring popup comes after 90 seconds and then every hour, but never while somebody types', async ({
  page,
}) => {
  const { token } = await addPerson(server, makePerson('Farah'));
  await open(page, token, '/dashboard');
  const popup = page.getByRole('dialog', { name: 'Looking to hire?' });
  await expect(page.getByRole('button', { name: 'Help' })).toBeVisible();
  const search = page.getByLabel('Search');
  await search.fill('EPF');
  await page.clock.fastForward(2 * MINUTE_MS);
  await page.clock.runFor(5_000);
  await expect(popup).toBeHidden();
  await expect(search).toBeFocused();
  await search.blur();
  await page.clock.runFor(1_000);
  await expect(popup).toBeVisible();
  for (const claim of ['1000+ qualified candidates', '24hr response time', '90% success rate']) {
    await expect(popup.getByText(claim)).toBeVisible();
  }
  await expectAccessibleEverywhere(page);
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();

  await page.clock.fastForward(50 * MINUTE_MS);
  await expect(popup).toBeHidden();
  await page.clock.fastForward(10 * MINUTE_MS);
  await expect(popup).toBeVisible();
  await page.mouse.click(5, 400);
  await expect(popup).toBeHidden();

  await page.clock.fastForward(61 * MINUTE_MS);
  await popup.getByRole('button', { name: 'Post Your Job Opening' }).click();
  await expect(page).toHaveURL(/\/recruitment\/job-posting$/);
  await expect(popup).toBeHidden();
});

test('visitors who are signed out have none of it', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(server.url);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.clock.fastForward(2 * MINUTE_MS);
  await expect(page.getByRole('button', { name: /Help|Notifications/ })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(scripts.filter((url) => /notification|help-bubble|hiring|attention|compliance/.test(url))).toEqual([]);
});

async function open(page: Page, token: string, path: string) {
  await page.addInitScript((given) => localStorage.setItem('token', given), token);
  await page.goto(server.url + path);
}

/** Marks the popup as just shown, so that it stays away for an hour. */
async function postponePopup(page: Page) {
  await page.addInitScript(() => localStorage.setItem('lastPopupTime', String(Date.now())));
}

async function setReminder(token: string, minutes: number) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const list = await fetch(`${server.url}/api/compliance/data`, { headers });
  const { data } = (await list.json()) as { data: { _id: string; title: string }[] };
  const id = data.find(({ title }) => title === EPF)?._id;
  const reminderDate = new Date(Date.now() + minutes * MINUTE_MS).toISOString();
  const body = JSON.stringify({ reminderDate });
  const answer = await fetch(`${server.url}/api/compliance/data/${id}/reminders`, { method: 'POST', headers, body });
  expect(answer.status).toBe(201);
}

function rowOf(page: Page, title: string) {
  return page.getByRole('row').filter({ hasText: title });
}
