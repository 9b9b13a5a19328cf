import { brotliCompressSync } from 'node:zlib';
import { addPerson, openAs } from './api.ts';
import { expect, type Page, test } from './journey.ts';
import { expectAccessible, expectFitsPhone } from './page-checks.ts';
import { makePerson } from './people.ts';
import type { Server } from './server.ts';

const PAGES = [
  ['/', 'Simplify Your Compliance Management'],
  ['/plans', 'Choose Your Plan'],
  ['/rates', 'Rates'],
  ['/terms', 'Terms of Service'],
  ['/privacy', 'Privacy'],
  ['/refund-policy', 'Refund Policy'],
] as const;

const MAX_SCRIPT_BYTES = 15 * 1024;

const PHONE = { width: 360, height: 740 };

let server: Server;

test.beforeAll(({ server: running }) => {
  server = running;
});

for (const [address, heading] of PAGES) {
  test(`${address} is HTML for a visitor: nothing of the application is asked for`, async ({ page }) => {
    const asked = watchRequests(page);
    const answer = await page.goto(server.url + address);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    for (const link of await page.getByRole('link').all()) await expect(link).toHaveCSS('visibility', 'visible');
    expect(asked.filter((url) => !/\.(woff2|svg)$/.test(url))).toEqual([
      server.url + (address === '/' ? '/' : address),
    ]);
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /\w/);
    const scripts = [...((await answer?.text()) ?? '').matchAll(/<script[^>]*>[\s\S]*?<\/script>/g)].join('');
    expect(brotliCompressSync(scripts).length).toBeLessThan(MAX_SCRIPT_BYTES);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page);
    }
    await expectFitsPhone(page);
  });
}

test('pages say the same before and after the application is there', { tag: '@smoke' }, async ({ page }) => {
  const before = new Map<string, string>();
  for (const [address, heading] of PAGES) {
    await page.goto(server.url + address);
    before.set(address, await readPage(page));
    expect(before.get(address)).toContain(heading);
  }
  // From here on one page follows another within the application.
  await page.goto(`${server.url}/contact`);
  const asked = watchRequests(page);
  for (const [address, heading] of PAGES) {
    await page.getByRole('link', { name: LEADS_TO[address], exact: true }).first().click();
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    await expect.poll(() => readPage(page)).toEqual(before.get(address));
  }
  for (const [address] of PAGES) expect(asked).not.toContain(server.url + address);
});

/** Links of the frame, by their addresses. */
const LEADS_TO: Readonly<Record<(typeof PAGES)[number][0], string>> = {
  '/': 'Home',
  '/plans': 'Plans & Pricing',
  '/rates': 'Rates',
  '/terms': 'Terms',
  '/privacy': 'Privacy',
  '/refund-policy': 'Refund Policy',
};

test('the calculator of rates answers without the application, and the same in it', async ({ page }) => {
  const asked = watchRequests(page);
  await page.goto(`${server.url}/rates?state=Karnataka`);
  const income = page.getByLabel('Income (₹)');
  const result = page.getByRole('status');
  await income.fill('30,000');
  await expect(result).toContainText('Professional tax on ₹30,000 a month: ₹200 a month (since 01/04/2025)');
  await expect(page.locator('[data-rates-of]:visible')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'State' }).selectOption('Maharashtra');
  await income.fill('9000');
  await expect(result).toContainText('men ₹175 a month, women nothing');
  await page.getByLabel('On the day').fill('2023-03-31');
  await expect(result).toContainText('none is known for 31/03/2023; the first one known holds from 01/04/2023');
  await expect(page).toHaveURL(/\?state=Maharashtra$/);
  expect(asked.filter((url) => url.endsWith('.js'))).toEqual([]);

  const { token } = await addPerson(server, makePerson());
  await openAs(page, server, token, '/rates?state=Maharashtra');
  await expect(page.getByRole('banner').getByRole('button', { name: /^Account menu/ })).toBeVisible();
  await income.fill('9000');
  await expect(result).toContainText('men ₹175 a month, women nothing');
  await page.getByRole('link', { name: 'Show all states' }).click();
  await expect(page.getByRole('heading', { name: 'Karnataka' })).toBeVisible();
});

test('the menu of a phone opens at once, keeps the focus, and is closed on the way back', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const asked = watchRequests(page);
  await page.goto(server.url);
  await expectMenuWorks(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Plans & Pricing' }).click();
  await expect(page).toHaveURL(/\/plans$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Simplify Your Compliance Management');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(asked.filter((url) => url.endsWith('.js'))).toEqual([]);
});

test('the menu of a phone is the same where the application runs', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(`${server.url}/contact`);
  await page.waitForLoadState('networkidle');
  await expectMenuWorks(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a chosen colour scheme holds on every page, with the application or without', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(server.url);
  const root = page.locator('html');
  const toggle = page.getByRole('button', { name: 'Switch light or dark' });
  await toggle.click();
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('banner').getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.waitForLoadState('networkidle');
  await toggle.click();
  await page.goto(server.url);
  await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('a link passes its state on to the page that it leads to, and nowhere else', async ({ page }) => {
  await page.goto(`${server.url}/refund-policy`);
  await page.getByRole('link', { name: 'Write to us' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('Billing');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('Billing');
  await page.goto(`${server.url}/refund-policy`);
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('combobox', { name: 'Subject' })).toHaveValue('');
});

test('a chosen plan is kept when the next link is pressed before the application runs', async ({ page }) => {
  await page.route('**/*.js', () => {});
  await page.goto(`${server.url}/plans`);
  await page.getByRole('link', { name: 'Buy Now' }).click();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL(/\/forgot-password$/, { waitUntil: 'commit' });
  await page.unrouteAll();
  await page.reload();
  await expect.poll(() => page.evaluate('JSON.stringify(history.state?.usr ?? null)')).toContain('premium');
});

test('a button that needs the application answers to its first press', async ({ page }) => {
  let load = () => {};
  const held = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route('**/*.js', (route) => held.then(() => route.continue()));
  await page.goto(`${server.url}/plans`);
  // As a later page may have one; today's have none for visitors.
  await page.evaluate(`{
    const button = Object.assign(document.createElement('button'), { textContent: 'Reckon' });
    addEventListener('application-runs', () => {
      button.addEventListener('click', () => { button.textContent = 'Reckoned' });
    });
    document.body.append(button);
    document.querySelector('main').firstChild.isTheSame = true;
  }`);
  const button = page.getByRole('button', { name: 'Reckon' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  load();
  await expect(button).toHaveText('Reckoned');
  await expect(button).not.toHaveAttribute('aria-busy');
  // Taken over as it stands, not drawn anew.
  expect(await page.evaluate(`document.querySelector('main').firstChild.isTheSame`)).toBe(true);
});

test.describe('with an application that cannot be loaded', () => {
  test.use({ tolerated: /Failed to load resource|dynamically imported module/ });

  test('who is signed in can read and follow links', async ({ page }) => {
    const { token } = await addPerson(server, makePerson('Ujwala'));
    await page.route('**/*.js', (route) => route.abort());
    await openAs(page, server, token, '/terms');
    await expect(page.getByRole('heading', { name: 'Terms of Service' })).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Plans & Pricing' }).click();
    await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible();
  });
});

test('the application runs for who is signed in, and takes over when they sign in elsewhere', async ({ page }) => {
  const person = makePerson('Vasudha');
  const { token } = await addPerson(server, person);
  await page.goto(`${server.url}/plans`);
  await expect(page.getByRole('link', { name: 'Buy Now' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${server.url}/terms`);
  await other.evaluate((given) => localStorage.setItem('token', given), token);
  await expect(page.getByRole('button', { name: /^Account menu/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upgrade Now' })).toBeEnabled();
  await other.reload();
  await expect(other.getByRole('button', { name: /^Account menu/ })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Help' })).toBeVisible();
  await other.getByRole('link', { name: 'Dashboard' }).click();
  await expect(other.getByRole('heading', { name: 'Welcome, Vasudha!' })).toBeVisible();
  await other.close();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE });

  test('pages can be read, every link of the plans is there, and the menu opens', async ({ page }) => {
    for (const [address, heading] of PAGES) {
      await page.goto(server.url + address);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
    }
    // What only a script can do is not offered.
    await page.goto(`${server.url}/rates`);
    await expect(page.getByRole('heading', { name: 'Karnataka' })).toBeVisible();
    await expect(page.getByText('Calculator')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Switch light or dark' })).toBeHidden();
    await page.goto(`${server.url}/plans`);
    await expect(page.getByRole('link', { name: 'Buy Now' })).toBeVisible();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });
});

function watchRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  return asked;
}

/** Script for the page: its texts as people see them, and where its links lead. */
const READ_PAGE = `(() => {
  const links = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  return document.body.innerText + links.join(' ');
})()`;

function readPage(page: Page): Promise<string> {
  return page.evaluate<string>(READ_PAGE);
}

async function expectMenuWorks(page: Page) {
  const opener = page.getByRole('button', { name: 'Open menu' });
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await opener.click();
  await expect(menu).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Close' })).toBeFocused();
  await expectAccessible(page);
  // The browser's own controls have their turn between the last link and the first; the page behind has none.
  for (let tab = 0; tab < 20; tab++) {
    await page.keyboard.press('Tab');
    await expect(page.locator('main :focus, footer :focus, header > div :focus')).toHaveCount(0);
  }
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close' }).click();
  await expect(menu).toBeHidden();
  await opener.click();
  await page.mouse.click(20, 400);
  await expect(menu).toBeHidden();
}
