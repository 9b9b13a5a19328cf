import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listViolations } from '../../e2e/accessibility.ts';
import { Server } from '../../e2e/server.ts';
import { listHtmlFaults } from './html.ts';
import { addAdministrator, addOwner } from './people.ts';

/*
 * Every page, of `npm run test:long`: as a visitor, as who owns a company and as an administrator see it, wide and on a
 * phone, light and dark, it is accessible and fits (R-pages-18, R-pages-45, R-pages-47).
 */

/** Whether this is a run by night. */
const isAsked = process.env.BROWSERS === '1';

/** The Nu Html Checker's `vnu.jar`, where there is one. */
const HTML_CHECKER = process.env.VNU_JAR;

const BUILDS = path.join(import.meta.dirname, '../../apps/web/build');

/** Addresses of the build that the servers serve. */
function listAddresses(): string[] {
  const build = readFileSync(path.join(BUILDS, 'current'), 'utf8').trim();
  return JSON.parse(readFileSync(path.join(BUILDS, build, 'addresses.json'), 'utf8'));
}

/** Pages that look another way to whoever is signed in. */
const SIGNED_IN_TOO = ['/', '/plans', '/contact'];

/** Pages of everybody in which administrators see more. */
const OF_ADMINISTRATORS = ['/dashboard', '/hr-format', '/company/activity'];

/** Addresses that lead on, each to a page that is looked at; those of a payment and a reset need what came before. */
const LEAD_ON = [
  ...['/company-registration', '/dashboard/company-registration', '/payment/checkout', '/payment/status'],
  ...['/reset-password', '/upgrade'],
];

const SCREENS = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 360, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
] as const;

/** Widths at which nothing scrolls sideways: the least is what Firefox's scroll bar leaves of 320 px. */
const WIDTHS = [308, 320, 360, 768, 1024, 1280, 1600];

/** Patience with a page, as a busy machine may have much else to do by night. */
const PATIENCE_MS = 120_000;

let server: Server;
let browser: Browser;

beforeAll(async () => {
  if (!isAsked) return;
  const executablePath = process.env.CHROMIUM_PATH;
  server = await Server.start();
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
}, 90_000);

afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

test.skipIf(!isAsked)('every page is accessible and fits', { timeout: 1_800_000 }, async () => {
  const faults: string[] = [];
  const html = new Map<string, string>();
  const owner = await addOwner(server);
  const administrator = await addAdministrator(server);
  let left = [...listAddresses(), '/no-such-page'];
  for (const { name, token, more } of [
    { name: 'visitor', token: null, more: [] },
    { name: 'owner', token: owner.token, more: SIGNED_IN_TOO },
    { name: 'administrator', token: administrator.token, more: OF_ADMINISTRATORS },
  ]) {
    const context = await browser.newContext({ locale: 'en-IN', timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' });
    if (token) await context.addInitScript((given) => localStorage.setItem('token', given), token);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const next: string[] = [];
    for (const address of [...left, ...more]) {
      const answer = await page.goto(server.url + address);
      await waitForContent(page);
      if (new URL(page.url()).pathname !== address) {
        next.push(address);
        continue;
      }
      html.set(`${address} as served`, (await answer?.text()) ?? '');
      html.set(`${address}, ${name}`, await page.content());
      for (const fault of await lookAt(page)) faults.push(`${address}, ${name}, ${fault}`);
    }
    left = next;
    await context.close();
  }
  if (HTML_CHECKER) faults.push(...(await listHtmlFaults(HTML_CHECKER, html)));
  expect(faults).toEqual([]);
  expect(left.toSorted()).toEqual(LEAD_ON);
});

/** Waits until a page shows what it is about. */
async function waitForContent(page: Page): Promise<void> {
  await page.locator('h1').filter({ hasNotText: 'Loading...' }).first().waitFor();
  await page.waitForFunction(`document.querySelector('[aria-busy=true], [role=status][aria-label^=Loading]') === null`);
  // Parts that come late; a page that is kept up to date is never quite idle.
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => {});
}

/** What is wrong with a page on any of the screens. */
async function lookAt(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const { width, colorScheme } of SCREENS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const fault of await listViolations(page)) faults.push(`${width} px, ${colorScheme}: ${fault}`);
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (needed > width) faults.push(`${width} px: scrolls sideways, ${needed} px`);
  }
  return faults;
}
