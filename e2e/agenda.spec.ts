import { todayInIndia } from '@anupalan/domain/calendar-day';
import { addPerson, callApi, openAs } from './api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { makePerson } from './people.ts';

const COMPANY = { state: 'Maharashtra', employeeCount: 120 } as const;

/** An obligation of the company's own, which is due today. */
const OWN = 'Count the fire extinguishers';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const [width, height] of [
  [1280, 800],
  [360, 740],
] as const) {
  test(`what is due next is on the first screen, ${width} by ${height}, the first time too`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height });
    const { token } = await addPerson(server, makePerson('Asha'), COMPANY);
    await openAs(page, server, token, '/dashboard');
    for (const time of ['the first time', 'again']) {
      const next = page.getByRole('region', { name: 'Due next' }).getByRole('listitem');
      await expect(next, time).toHaveCount(4);
      for (const row of await next.all()) await expect(row, time).toBeInViewport({ ratio: 1 });
      await expect(page.getByText(/On the free plan/)).toBeAttached();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      // The application is there, which remembers what was seen; the first screen comes before it.
      await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
      await page.reload();
    }
    await expect(page.getByRole('button', { name: 'Show all of it' })).toHaveCount(2);
    await expectAccessible(page);
    await page.getByRole('region', { name: 'Due next' }).getByRole('button').first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page).toHaveURL(/\?item=/);
  });
}

test('many rows are marked by day with one note, and taken back; filters and view stay with the address', {
  tag: '@smoke',
}, async ({ page, server }) => {
  const { token } = await addPerson(server, makePerson('Asha'), COMPANY);
  await openAs(page, server, token, '/dashboard');
  await page.getByRole('button', { name: 'By day' }).click();
  await page.getByLabel('Search').fill('contribution');
  await expect(page).toHaveURL(/\?view=day&search=contribution$/);
  await expect(page.getByRole('heading', { name: 'Later' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'By day', pressed: true })).toBeVisible();
  await expect(page.getByLabel('Search')).toHaveValue('contribution');

  const boxes = page.getByRole('checkbox', { name: /^Select/ });
  await boxes.nth(0).check();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await expect(bar.getByText('3 selected')).toBeVisible();
  const third = boxes.nth(2).locator('xpath=ancestor::tr');
  await third.focus();
  await page.keyboard.press('x');
  await expect(bar.getByText('2 selected')).toBeVisible();
  await expectAccessible(page);
  await bar.getByLabel('Note for all').fill('Challan 4711');
  await bar.getByRole('button', { name: 'Mark as Done' }).click();
  await expect(page.getByText('2 statuses updated successfully')).toBeVisible();
  await expect(bar).toBeHidden();
  expect(await countRecords(server, token, 'Challan 4711')).toBe(2);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 taken back')).toBeVisible();
  const items = await readItems(server, token);
  expect(items.flatMap(({ statusHistory }) => statusHistory.map(({ current }) => current))).toEqual([
    'pending',
    'pending',
  ]);
});

test('a status is taken back from its toast, and within the hour from the history', async ({
  page,
  server,
  administratorToken,
}) => {
  const { token, id } = await addPerson(server, makePerson('Asha'), COMPANY);
  await callApi(server, 'PATCH', `/users/${id}/role`, { role: 'premium' }, administratorToken);
  await openAs(page, server, token, '/dashboard');
  await page.getByRole('region', { name: 'Due next' }).getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  const record = async () => {
    await dialog.getByLabel('Done', { exact: true }).check();
    await dialog.getByRole('button', { name: 'Update Status' }).click();
    await expect(page.getByText('Status updated successfully').last()).toBeVisible();
  };
  await record();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Taken back').first()).toBeVisible();
  await expect(dialog.getByText(', taken back')).toHaveCount(1);
  await record();
  await dialog.getByRole('button', { name: /^Take back/ }).click();
  await expect(dialog.getByText(', taken back')).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: /^Take back/ })).toHaveCount(0);
  await expectAccessible(page);
});

test('the first steps go when the data say that they are taken, and when they are dismissed', async ({
  page,
  server,
}) => {
  const { token } = await addPerson(server, makePerson('Asha'), COMPANY);
  const dueDate = { date: `${todayInIndia(Temporal.Now.instant())}`, frequency: 'once' };
  await callApi(server, 'POST', '/compliance/own', { actName: 'House rules', title: OWN, dueDate }, token);
  await openAs(page, server, token, '/dashboard');
  const steps = page.getByRole('region', { name: /^First steps/ });
  await expect(steps.getByRole('link', { name: 'Mark what is done this month' })).toBeVisible();
  await expect(steps.getByRole('link', { name: 'Record registrations' })).toHaveAttribute(
    'href',
    /\/company\/registrations/,
  );
  await steps.getByRole('button', { name: 'Set a reminder' }).click();
  await expect(page.getByRole('dialog').getByText('Custom Reminders')).toBeVisible();
  await page.keyboard.press('Escape');
  await markRow(page, OWN);
  await expect(steps.getByRole('link', { name: 'Mark what is done this month' })).toHaveCount(0);
  await steps.getByRole('button', { name: 'Dismiss' }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: 'Due next' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

/** Marks a row as done by its box. */
async function markRow(page: Page, title: string) {
  await page.getByLabel('Search').fill(title);
  await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await page.getByRole('button', { name: 'Mark as Done' }).click();
  await expect(page.getByText('Status updated successfully')).toBeVisible();
}

interface Listed {
  readonly statusHistory: readonly {
    readonly current: string;
    readonly history: readonly { readonly note: string }[];
  }[];
}

async function readItems(server: { url: string }, token: string): Promise<Listed[]> {
  const response = await fetch(`${server.url}/api/compliance/data`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = (await response.json()) as { data: Listed[] };
  return data;
}

async function countRecords(server: { url: string }, token: string, note: string): Promise<number> {
  const records = (await readItems(server, token)).flatMap(({ statusHistory }) =>
    statusHistory.flatMap(({ history }) => history),
  );
  return records.filter((record) => record.note === note).length;
}
