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

/** Attribute of the texts whose contrast is measured. */
const MEASURED = 'data-contrast-measured';

/** Script for the page, after the checker: it measures the contrast of marked texts alone. */
const MEASURE_MARKED = `axe.configure({ rules: [{ id: 'color-contrast', selector: '[${MEASURED}]' }] })`;

/**
 * Script for the page: marks one of the texts that look alike, as the checker takes four fifths of its time to find out
 * what lies below each of hundreds of texts in a list. Texts look alike when their colour, size and weight are the same,
 * and the elements that they stand in have the same classes, grounds and places, are seen or not, and work or not.
 */
const MARK_LOOKS = `(() => {
  const looks = new Map([[document, '']]);
  const seen = new Set();
  const hasText = (element) => element.matches('input, select, textarea') ||
    [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '');
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    const parts = ['backgroundColor', 'backgroundImage', 'opacity', 'position', 'display', 'visibility'];
    const works = !element.matches(':disabled, [aria-disabled=true]');
    const look = [looks.get(element.parentNode), element.localName, element.getAttribute('class'), works]
      .concat(parts.map((part) => style[part])).join(' ');
    looks.set(element, look);
    const text = [look, style.color, style.fontSize, style.fontWeight, style.textShadow].join(' ');
    const isMeasured = hasText(element) && !seen.has(text);
    if (isMeasured) seen.add(text);
    element.toggleAttribute('${MEASURED}', isMeasured);
  }
})()`;

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
  ${MARK_LOOKS};
  const isCovered = document.querySelector('[aria-modal=true], dialog[open]') !== null;
  const include = isCovered ? [...document.querySelectorAll('[data-portal], dialog[open]')] : document;
  const { violations } = await axe.run({ include, exclude: [toasts] }, { resultTypes: ['violations'] });
  return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | '));
})()`;

export async function expectAccessible(page: Page) {
  // Checker loaded once a document, so that later runs find its functions compiled.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${CHECKER}; ${MEASURE_MARKED}`);
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
