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

/**
 * Script for the page: the contrast of the lines of the theme switcher's picture with what lies below it, which the
 * accessibility checker doesn't measure (WCAG 1.4.11).
 */
const SWITCHER_CONTRAST = `(() => {
  const channelsOf = (color) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const lightness = (color) => {
    const [red, green, blue] = [...channelsOf(color)].map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const picture = [...document.querySelectorAll('[aria-label="Switch light or dark"] svg')]
    .find((one) => one.checkVisibility());
  let ground = picture;
  while (channelsOf(getComputedStyle(ground).backgroundColor)[3] < 255) ground = ground.parentElement;
  const [darker, lighter] = [getComputedStyle(picture).stroke, getComputedStyle(ground).backgroundColor]
    .map(lightness).sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
})()`;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the bar fits a small laptop with hundreds of items due, its menus have their links', { tag: '@smoke' }, async ({
  page,
  server,
}) => {
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the theme switcher stands out in the ${colorScheme} scheme`, async ({ page, server }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(server.url);
    await expect(page.getByRole('button', { name: 'Switch light or dark' }).first()).toBeVisible();
    expect(await page.evaluate<number>(SWITCHER_CONTRAST)).toBeGreaterThanOrEqual(3);
  });
}
