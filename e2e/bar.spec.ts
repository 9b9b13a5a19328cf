import { addPerson, openAs } from './api.ts';
import { expect, test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { makePerson } from './people.ts';

/** Script for the page: pixels by which the bar's content is too wide. */
const BAR_OVERFLOW = `(() => {
  const inner = document.querySelector('header > div');
  return inner.scrollWidth - inner.clientWidth;
})()`;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the bar fits a small laptop with hundreds of items due, its menus have their links', async ({ page, server }) => {
  const person = await addPerson(server, makePerson('Venkatanarasimharajuvaripeta'));
  // Asked once and not when the page asks, which it may do at the moment when it is left.
  const headers = { authorization: `Bearer ${person.token}` };
  const answer = await fetch(`${server.url}/api/compliance/data?shape=compact`, { headers });
  const { data } = (await answer.json()) as { data: [{ items: object[] }] };
  const json = { status: 'success', data: [makeItemsDue(data[0])] };
  await page.route(/\/api\/compliance\/data\?shape=compact$/, (route) => route.fulfill({ json }));
  await openAs(page, server, person.token, '/terms');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: 'Compliance: 888 overdue' })).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Compliance: 888 due in 7 days' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications (1776)' })).toContainText('99+');
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

/** Part of an answer with items alike, half of them overdue and half due soon. */
function makeItemsDue({ items, ...part }: { items: object[] }) {
  const today = Temporal.Now.plainDateISO('UTC');
  const dueOn = (days: number) => ({ frequency: 'once', date: today.add({ days }).toString() });
  return {
    ...part,
    dueDates: [dueOn(-3), dueOn(3)],
    items: Array.from({ length: 2 * 888 }, (_, index) => ({
      ...items[0],
      _id: `01990000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      trackedFrom: today.subtract({ days: 30 }).toString(),
      statusHistory: [],
      dueDate: index % 2,
    })),
  };
}
