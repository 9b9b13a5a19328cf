import { readBudgets } from '../bench/web/budgets.ts';
import { noteWhenShown, weighPage } from '../bench/web/page-weight.ts';
import { addPerson } from './api.ts';
import { expect, type Page, test } from './journey.ts';
import { watchForComplaints } from './page-checks.ts';
import { makePerson } from './people.ts';
import { startSlowLine } from './slow-line.ts';

const FIRST_ROW = 'tr[data-index]';

/** Script for the page: notes as `asked` the address of each call and when it was made. */
const NOTE_CALLS = `{
  const { fetch } = window;
  window.asked = [];
  window.fetch = (address, ...options) => {
    asked.push({ address: String(address), at: performance.now() });
    return fetch(address, ...options);
  };
}`;

for (const { name, address, shown, signedIn, budget } of readBudgets()) {
  test(`${name} keeps to its budget of bytes and requests`, async ({ page, server }) => {
    if (signedIn) {
      const { token } = await addPerson(server, makePerson());
      await page.addInitScript((given) => localStorage.setItem('token', given), token);
    }
    const weight = await weighPage(page, server.url + address, shown);
    for (const [kind, limit] of budget) {
      expect(weight[kind].bytes, `bytes of ${kind}`).toBeLessThanOrEqual(limit.bytes);
      expect(weight[kind].requests, `requests of ${kind}`).toBeLessThanOrEqual(limit.requests);
    }
  });
}

test('the dashboard asks for what it shows before any script has come, and for nothing twice', async ({
  page,
  server,
}) => {
  const { token } = await addPerson(server, makePerson());
  await page.addInitScript((given) => localStorage.setItem('token', given), token);
  await page.addInitScript(NOTE_CALLS);
  await page.addInitScript(noteWhenShown(FIRST_ROW));
  const listAsked = async (until: string) => {
    const asked = await page.evaluate<string[]>(
      `asked.filter(({ at }) => at <= ${until}).map(({ address }) => address)`,
    );
    return asked.toSorted();
  };

  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(`${server.url}/dashboard`, { waitUntil: 'commit' });
  await expect.poll(() => listAsked('Infinity')).toHaveLength(5);
  const early = await listAsked('Infinity');
  scripts.resolve();
  await expect(page.locator(FIRST_ROW).first()).toBeVisible();
  // What loads late asks from then on.
  expect(await listAsked('shownAt')).toEqual(early);
});

test('what draws the first rows is compiled while it comes, and no font comes twice or is left out', async ({
  page,
  server,
}) => {
  const { token } = await addPerson(server, makePerson());
  await page.addInitScript((given) => localStorage.setItem('token', given), token);
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname.replace(/-\w+\.woff2$/, ''));
  });
  const firstLines = ['core', 'shown', 'first', 'schemas'].map(async (name) => {
    const part = await page.waitForResponse((response) =>
      new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`).test(response.url()),
    );
    return (await part.text()).split('\n')[0];
  });
  await page.goto(`${server.url}/dashboard`);
  expect(new Set(await Promise.all(firstLines))).toEqual(new Set(['//# allFunctionsCalledOnLoad']));
  await expect(page.locator(FIRST_ROW).first()).toBeVisible();
  expect(fonts.toSorted()).toEqual(['/assets/inter-latin-wght-normal', '/assets/inter-rupee']);
  // Of a face that isn't loaded Chromium asks the system for a substitute, for every size of text in its family.
  const faces = await page.evaluate<string[]>(
    `[...document.fonts].filter(({ family }) => family.includes('Inter Variable')).map(({ status }) => status)`,
  );
  expect(faces).toEqual(['loaded']);
});

test('the style sheet of all pages is not loaded again for late parts of the dashboard', async ({ page, server }) => {
  const { token } = await addPerson(server, makePerson());
  await page.addInitScript((given) => localStorage.setItem('token', given), token);
  await page.goto(`${server.url}/dashboard`);
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
  await expect(page.locator('link[rel="stylesheet"][href*="/core-"]')).toHaveCount(1);
});

test('the rows of the dashboard stand there before the application does, which goes on with a row that was pressed', async ({
  page,
  server,
}) => {
  const { token } = await addPerson(server, makePerson());
  await page.addInitScript((given) => localStorage.setItem('token', given), token);
  const complaints = watchForComplaints(page);
  const letApplicationThrough = await holdApplication(page);
  await page.goto(`${server.url}/dashboard`);
  const row = page.locator('tr[tabindex]').first();
  const title = await row.locator('[data-column="title"] span').first().innerText();
  const drawn = await row.elementHandle();
  await row.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  letApplicationThrough();
  await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  expect(await drawn?.isVisible()).toBe(true);
  expect(complaints).toEqual([]);
});

test('a page whose second half is late draws its rows when that has come, and before the application', async ({
  page,
  server,
}) => {
  const { token } = await addPerson(server, makePerson());
  await page.addInitScript((given) => localStorage.setItem('token', given), token);
  const letApplicationThrough = await holdApplication(page);
  const rest = Promise.withResolvers<void>();
  await using line = await startSlowLine(server.url, '<main', rest.promise);
  const scripts = page.waitForResponse(/\/assets\/first-screen-[\w-]+\.js$/).then((last) => last.finished());
  await page.goto(`${line.url}/dashboard`, { waitUntil: 'commit' });
  await scripts;
  expect(await page.evaluate('document.readyState')).toBe('loading');
  rest.resolve();
  await expect(page.locator(FIRST_ROW).first()).toBeVisible();
  letApplicationThrough();
  await expect(page.getByRole('button', { name: 'Next month' })).toBeVisible();
});

/** Keeps the application waiting. @returns what lets it through */
async function holdApplication(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/base-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
