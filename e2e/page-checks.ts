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

/**
 * Script for the page, after the checker: it measures the contrast of marked texts alone, and looks at the size of what
 * is pressed (WCAG 2.2), which it leaves out by itself.
 */
const MEASURE_MARKED = `axe.configure({
  rules: [
    { id: 'color-contrast', selector: '[${MEASURED}]' },
    { id: 'target-size', enabled: true },
    // It compares words between blanks, and finds no "2" in "Notifications (2)".
    { id: 'label-content-name-mismatch', enabled: false },
  ],
})`;

/**
 * Looks of texts whose contrast was good wherever they stood so far. A process has its own, and a failure ends it.
 */
const measured = new Set<number>();

/**
 * Function for the page: marks one of the texts that look alike and haven't been measured yet, as the checker takes four
 * fifths of its time to find out what lies below each of hundreds of texts in a list. Texts look alike when their colour,
 * size and weight are the same, and the elements that they stand in have the same classes, grounds and places, are seen
 * or not, and work or not, up to the root.
 * @returns the marked elements' looks, as hashes
 */
const MARK_LOOKS = `(known, isChecked) => {
  const hash = (text) => {
    let [one, other] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at++) {
      one = Math.imul(one ^ text.charCodeAt(at), 0x9e3779b1);
      other = Math.imul(other ^ text.charCodeAt(at), 0x5f356495);
    }
    one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
    other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
    return 0x100000000 * (other & 0x1fffff) + (one >>> 0);
  };
  const looks = new Map([[document, 0]]);
  const seen = new Set(known);
  const marked = new Map();
  const hasText = (element) => element.matches('input, select, textarea') ||
    [...element.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '');
  for (const element of document.querySelectorAll('*')) {
    const style = getComputedStyle(element);
    const parts = ['backgroundColor', 'backgroundImage', 'opacity', 'position', 'display', 'visibility'];
    const works = !element.matches(':disabled, [aria-disabled=true]');
    const look = hash([looks.get(element.parentNode), element.localName, element.getAttribute('class'), works]
      .concat(parts.map((part) => style[part])).join(' '));
    looks.set(element, look);
    const isText = hasText(element) && isChecked(element);
    const text = isText && hash([look, style.color, style.fontSize, style.fontWeight, style.textShadow].join(' '));
    const isMeasured = isText && !seen.has(text);
    if (isMeasured) seen.add(text) && marked.set(element, text);
    element.toggleAttribute('${MEASURED}', isMeasured);
  }
  return marked;
}`;

/**
 * Function for the page: the checker's violations, only in what lies over the page when a dialog covers it, and the looks
 * whose contrast is good. What moves comes to its end first, as moving elements may be half transparent for a moment;
 * toasts, which are so for longer, are excluded.
 */
const CHECK = `(async (known) => {
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
  const include = isCovered ? [...document.querySelectorAll('[data-portal], dialog[open]')] : [document];
  const marked = (${MARK_LOOKS})(known, (element) =>
    include.some((part) => part.contains(element)) && !element.closest(toasts));
  const options = { resultTypes: ['violations', 'incomplete'], elementRef: true };
  const { violations, incomplete } = await axe.run({ include, exclude: [toasts] }, options);
  // What the checker could not decide here it may decide elsewhere.
  for (const { nodes } of incomplete) for (const { element } of nodes) marked.delete(element);
  return {
    violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')),
    looks: [...marked.values()],
  };
})`;

export async function expectAccessible(page: Page) {
  // Checker loaded once a document, so that later runs find its functions compiled.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${CHECKER}; ${MEASURE_MARKED}`);
  const known = JSON.stringify([...measured]);
  const { violations, looks } = await page.evaluate<{ violations: string[]; looks: number[] }>(`${CHECK}(${known})`);
  expect(violations).toEqual([]);
  for (const look of looks) measured.add(look);
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
  expect(await listCutOff(page, 'a, button')).toEqual([]);
}

/** Function for the page: elements of which a part is cut off at a side of what they stand in, and can't be scrolled to. */
const LIST_CUT_OFF = `(elements) => elements.filter((element) => {
  const { left, right, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return false;
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    const { overflowX } = getComputedStyle(outer);
    const edge = outer.getBoundingClientRect();
    if (overflowX === 'auto' || overflowX === 'scroll') return false;
    if (overflowX !== 'visible' && (left < edge.left - 0.5 || right > edge.right + 0.5)) return true;
  }
  return false;
}).map(({ outerHTML }) => outerHTML)`;

/** HTML of the elements of which a part can't be seen. */
export async function listCutOff(page: Page, selector: string): Promise<string[]> {
  return await page.evaluate<string[]>(`(${LIST_CUT_OFF})([...document.querySelectorAll('${selector}')])`);
}
