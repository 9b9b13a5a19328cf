import { addPerson, openAs } from './api.ts';
import { showItemsDue } from './items-due.ts';
import { expect, test } from './journey.ts';
import { expectAccessible, listCutOff } from './page-checks.ts';
import { makePerson } from './people.ts';

/** Script for the page: pixels by which the bar's content is too wide. */
const BAR_OVERFLOW = `(() => {
  const inner = document.querySelector('header > div');
  return inner.scrollWidth - inner.clientWidth;
})()`;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the bar fits a small laptop with hundreds of items due, its menus have their links', async ({ page, server }) => {
  const person = await addPerson(server, makePerson('Venkatanarasimharajuvaripeta'));
  await showItemsDue(page, server, person.token, [-3, 3]);
  await openAs(page, server, person.token, '/terms');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'Compliance: 888 overdue' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Compliance: 888 due in 7 days' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications: 1776' })).toContainText('99+');
  expect(await listCutOff(page, '[aria-label^=Notifications] *')).toEqual([]);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  for (const width of [992, 1024, 1199, 1200, 1280]) {
    await page.setViewportSize({ width, height: 768 });
    await expect(bar.getByRole('link', { name: 'HR Format' })).toBeVisible();
    expect(await page.evaluate(BAR_OVERFLOW), `${width}`).toBe(0);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Welcome, Venkatanarasimharajuvaripeta!' })).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog');
  await expect(menu.getByRole('button', { name: 'Close' })).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(/\/contact$/);
});
