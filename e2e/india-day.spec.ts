import { addPerson, callApi, openAs } from './api.ts';
import { expect, test } from './journey.ts';
import { makePerson } from './people.ts';

/** 01:00 on the 16th in India; in Los Angeles, where the browser is, it is 11:30 in the morning of the 15th. */
const NOW = new Date('2026-12-16T01:00:00+05:30');

test.use({ timezoneId: 'America/Los_Angeles' });

test('after midnight in India the 15th is over on each screen, wherever the browser is', async ({ page, server }) => {
  const { token } = await addPerson(server, makePerson('Asha'), { state: 'Kerala', employeeCount: 20 });
  for (const [title, date] of [
    ['Count the ladders', '2026-12-15'],
    ['Count the hoses', '2026-12-16'],
  ] as const) {
    const dueDate = { date, frequency: 'once' };
    await callApi(server, 'POST', '/compliance/own', { actName: 'House rules', title, dueDate }, token);
  }
  await page.clock.setFixedTime(NOW);
  await openAs(page, server, token, '/dashboard');

  await page.getByRole('searchbox', { name: 'Search' }).fill('Count the');
  const row = (title: string) => page.getByRole('row', { name: new RegExp(title) });
  await expect(row('Count the ladders')).toContainText('15/12/2026');
  await expect(row('Count the ladders')).toContainText('1 day overdue');
  await expect(row('Count the hoses')).toContainText('16/12/2026');
  await expect(row('Count the hoses')).toContainText('Due today');

  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByText('Count the ladders is overdue by 1 day (15/12/2026)')).toBeVisible();
  await expect(page.getByText('Count the hoses is due today (16/12/2026)')).toBeVisible();
  await page.keyboard.press('Escape');

  const calendar = page.getByRole('region', { name: 'Compliance Calendar' });
  await calendar.scrollIntoViewIfNeeded();
  await expect(calendar.getByRole('button', { name: /16 December 2026, today/ })).toHaveAttribute(
    'aria-current',
    'date',
  );
  await expect(calendar.getByRole('button', { name: /^Count the hoses, 16\/12\/2026/ }).first()).toBeVisible();

  await page.goto(`${server.url}/companies?view=agenda`);
  await expect(page.getByText(/Count the hoses/).first()).toBeVisible();
});
