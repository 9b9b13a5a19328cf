import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const require = createRequire(import.meta.url);

/** Accessibility checker, a script for the page. */
const CHECKER = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Complaints of a page from now on: console errors, uncaught errors, answers of 500 and above. */
export function watchForComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on(
    'console',
    (message) => message.type() === 'error' && complaints.push(`${message.text()} ${message.location().url}`.trim()),
  );
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on(
    'response',
    (response) => response.status() >= 500 && complaints.push(`${response.status()} ${response.url()}`),
  );
  return complaints;
}

/**
 * Script for the page: the checker's violations, only in what lies over the page when a dialog covers it. What moves
 * comes to its end first, as moving elements may be half transparent for a moment; toasts, which are so for longer, are
 * excluded.
 */
const LIST_VIOLATIONS = `(async () => {
  const nextFrame = () => new Promise(requestAnimationFrame);
  const toasts = '[data-rht-toaster]';
  const listMoving = () => document.getAnimations().filter(
    ({ effect }) => effect.getComputedTiming().endTime < Infinity && !effect.target.closest(toasts),
  );
  do {
    for (const animation of listMoving()) animation.finish();
    await nextFrame();
    await nextFrame();
  } while (listMoving().length > 0);
  const isCovered = document.querySelector('[aria-modal=true], dialog[open]') !== null;
  const include = isCovered ? [...document.querySelectorAll('[data-portal], dialog[open]')] : document;
  const { violations } = await axe.run({ include, exclude: [toasts] }, { resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | '));
})()`;

export async function expectAccessible(page: Page) {
  // Checker loaded once a document, so that later runs find its functions compiled.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(CHECKER);
  expect(await page.evaluate(LIST_VIOLATIONS)).toEqual([]);
}

const PHONE = { width: 360, height: 740 };

/** Checks a page in both colour schemes, the dark one on a phone, where nothing may overflow. */
export async function expectAccessibleEverywhere(page: Page) {
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page);
  await expectFitsPhone(page, ['dark']);
  await page.setViewportSize(wide);
}

/** Checks a page on a phone, where nothing may overflow. */
export async function expectFitsPhone(page: Page, schemes: readonly ('light' | 'dark')[] = ['light', 'dark']) {
  await page.setViewportSize(PHONE);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
}
