import { addPerson, openAs } from './api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { makePerson } from './people.ts';

// Tolerated: the server that is away, as these pages see it.
test.use({ tolerated: /status of 503/ });

/** Answers an address with 503 until it is let through. @returns the count of calls that failed */
async function keepAway(page: Page, address: RegExp) {
  const away = { failed: 0, isOver: false };
  await page.route(address, async (route) => {
    if (away.isOver) return route.fallback();
    away.failed++;
    return route.fulfill({ status: 503, json: { status: 'error', message: 'The database is away' } });
  });
  return away;
}

const LISTS = [
  ['/users', /\/api\/users\?/, 'The users could not be loaded'],
  ['/enquiries', /\/api\/contact\/messages\?/, 'The messages could not be loaded'],
  ['/audit-log', /\/api\/audit-log\?/, 'The entries could not be loaded'],
] as const;

for (const [path, address, failure] of LISTS) {
  test(`${path} says after the first try that its list could not be loaded, and shows it once it comes`, async ({
    page,
    server,
    administratorToken,
  }) => {
    const away = await keepAway(page, address);
    await openAs(page, server, administratorToken, path);
    await expect(page.getByText(failure)).toBeVisible();
    expect(away.failed).toBe(1);
    await expect(page.getByRole('status').filter({ hasText: /^Failed to fetch/ })).toHaveCount(1);
    away.isOver = true;
    await expect(page.getByText(failure)).toBeHidden();
    expect(away.failed).toBe(1);
  });
}

test('the dashboard and its bell say that the items could not be loaded, and show them once they come', async ({
  page,
  server,
}) => {
  const person = await addPerson(server, makePerson('Kavita'));
  const away = await keepAway(page, /\/api\/compliance\/data\?shape=compact$/);
  await openAs(page, server, person.token, '/dashboard');
  await expect(page.getByText('The compliance data could not be loaded.')).toBeVisible();
  expect(away.failed).toBe(1);
  await expect(page.getByText('Some data could not be loaded. Please try refreshing the page.')).toHaveCount(1);
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByText('Notifications could not be loaded')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  away.isOver = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('tr[data-index]').first()).toBeVisible();
  await expect(page.getByText('The compliance data could not be loaded.')).toBeHidden();
});
