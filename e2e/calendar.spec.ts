import { addPerson, openAs } from './api.ts';
import { showItemsDue } from './items-due.ts';
import { expect, type Page, test } from './journey.ts';
import { expectAccessible, expectFitsPhone } from './page-checks.ts';
import { makePerson } from './people.ts';
import type { Server } from './server.ts';

const ITEM = 'EPF: file ECR and pay contributions';
const MARK = new RegExp(`^${ITEM}, 15/12/2026`);

let server: Server;

let token: string;

test.beforeAll(async ({ server: running }) => {
  server = running;
  token = (await addPerson(server, makePerson('Chitra'))).token;
});

test('the calendar is open at first, goes from month to month, and stays closed when it was closed', {
  tag: '@smoke',
}, async ({ page }) => {
  await openAs(page, server, token, '/dashboard');
  const calendar = calendarOf(page);
  await expect(calendar.getByRole('button', { name: 'Today', exact: true })).toBeVisible();
  await expect(calendar.locator('[aria-current=date]')).toHaveCount(1);
  await showDecember(page);
  await calendar.getByRole('button', { name: 'Previous month' }).click();
  await expect(calendar.getByLabel('Month', { exact: true })).toHaveValue('11');
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await expect(calendar.getByRole('button', { name: MARK })).toBeVisible();
  await expect(calendar.locator('[aria-label^="Sunday, 29 November 2026"]')).toBeVisible();

  await page.getByRole('button', { name: 'Compliance Calendar' }).click();
  await expect(calendar.getByRole('button', { name: 'Today', exact: true })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Compliance Calendar' })).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Compliance Calendar' }).click();
  await expect(calendar.getByRole('button', { name: 'Today', exact: true })).toBeVisible();
});

test('the card of a mark opens for the pointer, the focus and Enter, one at a time, and Escape gives the focus back', async ({
  page,
}) => {
  await openAs(page, server, token, '/dashboard');
  await showDecember(page);
  const mark = calendarOf(page).getByRole('button', { name: MARK });
  const card = page.getByRole('dialog', { name: ITEM });

  await mark.hover();
  await expect(card).toContainText('15/12/2026');
  await expect(card).toContainText('Monthly');
  await page.mouse.move(0, 0);
  await expect(card).toBeHidden();

  await mark.focus();
  await expect(card).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(card).toBeHidden();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(card.getByRole('button', { name: 'Open details' })).toBeFocused();
  const upgrade = card.getByRole('link', { name: 'Upgrade to Access' }).first();
  await expect(upgrade).toHaveAttribute('href', '/plans');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(mark).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(card.getByRole('button', { name: 'Open details' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: `Compliance Details ${ITEM}` })).toBeVisible();
});

test('a status recorded in the dialog turns its mark green', async ({ page }) => {
  await openAs(page, server, token, '/dashboard');
  await showDecember(page);
  const mark = calendarOf(page).getByRole('button', { name: MARK });
  await mark.click();
  const opening = page.getByRole('button', { name: 'Open details' });
  // Where the focus goes, the page may scroll, and the card finds its place after it: a press and its release of the
  // pointer may meet different parts of it. What a click does is tested beside the card.
  await expect(opening).toBeFocused();
  await opening.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Date', exact: true }).fill('15/12/2026');
  await dialog.getByRole('textbox', { name: 'Date', exact: true }).blur();
  await dialog.getByLabel('Done', { exact: true }).check();
  await dialog.getByRole('button', { name: 'Update Status' }).click();
  await expect(page.getByText('Status updated successfully')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(calendarOf(page).getByRole('button', { name: `${ITEM}, 15/12/2026, Done` })).toHaveAttribute(
    'data-status',
    'done',
  );
});

test('the list of a day with hundreds of marks is shown some at a time, by a button of a size to press', async ({
  page,
}) => {
  await showItemsDue(page, server, token, [0]);
  await openAs(page, server, token, '/dashboard');
  const more = calendarOf(page).getByRole('button', { name: /^Show 50 more of/ });
  await expect(more).toHaveText('Show 50 more of 838');
  expect((await more.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await more.click();
  await expect(more).toHaveText('Show 50 more of 788');
  await expect(
    calendarOf(page)
      .getByRole('listitem')
      .filter({ has: page.locator(':scope:focus') }),
  ).toHaveCount(1);
  await expectAccessible(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a tap on a day lists it, a tap on a mark opens its card', async ({ page }) => {
    await openAs(page, server, token, '/dashboard');
    await showDecember(page);
    const calendar = calendarOf(page);
    await calendar.getByRole('button', { name: /^Tuesday, 15 December 2026, .* items: / }).tap();
    await calendar.getByRole('button', { name: MARK }).tap();
    const card = page.getByRole('dialog', { name: ITEM });
    await expect(card.getByRole('link', { name: 'Upgrade to Access' }).first()).toBeVisible();
    await expectFitsPhone(page);
    await page.touchscreen.tap(3, 400); // margin of the page, which the card leaves free
    await expect(card).toBeHidden();
  });
});

function calendarOf(page: Page) {
  return page.getByRole('region', { name: 'Compliance Calendar' });
}

async function showDecember(page: Page) {
  await calendarOf(page).getByLabel('Month', { exact: true }).selectOption('December');
  await calendarOf(page).getByLabel('Year', { exact: true }).selectOption('2026');
}
