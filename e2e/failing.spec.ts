import { addPerson, goWithin, openAs } from './api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectAccessible, expectAccessibleEverywhere } from './page-checks.ts';
import { makePerson } from './people.ts';

// Tolerated: the server that is away, as these pages see it.
test.use({ tolerated: /503/ });

/** Answers the first calls of an address with 503, and keeps all others waiting. @returns what lets them through */
async function failFirst(page: Page, address: RegExp, times: number): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let calls = 0;
  await page.route(address, async (route) => {
    calls++;
    if (calls <= times)
      return route.fulfill({ status: 503, json: { status: 'error', message: 'The database is away' } });
    await promise;
    return route.fallback();
  });
  return resolve;
}

const LISTS = [
  ['/users', /\/api\/users\?/, 'The users could not be loaded'],
  ['/enquiries', /\/api\/contact\/messages\?/, 'The messages could not be loaded'],
  ['/audit-log', /\/api\/audit-log\?/, 'The entries could not be loaded'],
] as const;

test('lists say after the first try that they could not be loaded, and are shown once they come', {
  tag: '@smoke',
}, async ({ page, server, administratorToken }) => {
  await openAs(page, server, administratorToken, '/profile');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  for (const [path, address, failure] of LISTS) {
    const letThrough = await failFirst(page, address, 1);
    await goWithin(page, path);
    await expect(page.getByText(failure), path).toBeVisible();
    letThrough();
    await expect(page.getByText(failure), path).toBeHidden();
    await expect(page.getByText(/^Page 1 of/), path).toBeVisible();
  }
});

test('the dashboard and its bell say that the items could not be loaded, and show them once they come', async ({
  page,
  server,
}) => {
  const person = await addPerson(server, makePerson('Kavita'));
  // The page's own script asks before the application does.
  const letThrough = await failFirst(page, /\/api\/compliance\/data$/, 2);
  await openAs(page, server, person.token, '/dashboard');
  await expect(page.getByText('The compliance data could not be loaded.')).toBeVisible();
  await expect(page.getByText('Some data could not be loaded. Please try refreshing the page.')).toHaveCount(1);
  // What stands beside it has come, and says of no day that nothing is due.
  await expect(page.getByRole('button', { name: 'Compliance Fields' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Compliance Calendar' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Notifications' }).click();
  await expect(page.getByText('Notifications could not be loaded')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  letThrough();
  await expect(page.locator('tr[data-index]').first()).toBeVisible();
  await expect(page.getByText('The compliance data could not be loaded.')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Compliance Calendar' })).toBeVisible();
});

const PAGES = [
  ['/login', 'base', 'Welcome back'],
  ['/dashboard', 'first-screen', /^Welcome/],
  ['/profile', 'base', 'Profile'],
] as const;

for (const [path, script, heading] of PAGES) {
  test(`${path} says that its scripts do not come, and comes when it is tried again`, async ({ page, server }) => {
    const scripts = `**/assets/${script}-*.js`;
    await page.route(scripts, (route) => route.fulfill({ status: 503 }));
    const { token } = await addPerson(server, makePerson());
    if (path === '/login') await page.goto(server.url + path);
    else await openAs(page, server, token, path);
    const message = page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' });
    await expect(message).toBeVisible();
    await expectAccessibleEverywhere(page);
    await page.unroute(scripts);
    await message.getByRole('link', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(message).toHaveCount(0);
  });
}

test('a script that does not come once the application runs is no loss', async ({ page, server }) => {
  const { token } = await addPerson(server, makePerson());
  await openAs(page, server, token, '/profile');
  const heading = page.getByRole('heading', { name: 'Profile', level: 1 });
  await expect(heading).toBeVisible();
  await page.route('**/assets/nothing.js', (route) => route.fulfill({ status: 503 }));
  await page.evaluate(`new Promise((failed) => {
    const script = document.createElement('script');
    Object.assign(script, { type: 'module', async: false, src: '/assets/nothing.js', onerror: failed });
    document.head.append(script);
  })`);
  await expect(heading).toBeVisible();
  await expect(page.getByText('This page could not be loaded.')).toHaveCount(0);
});
