import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

const require = createRequire(import.meta.url);

/** Accessibility checker, a script for the page. */
const CHECKER = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

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

/** What is not accessible in a page as it stands there, each with the elements. */
export async function listViolations(page: Page): Promise<string[]> {
  // Checker loaded once a document, so that later runs find its functions compiled.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(`${CHECKER}; ${MEASURE_MARKED}`);
  const known = JSON.stringify([...measured]);
  const { violations, looks } = await page.evaluate<{ violations: string[]; looks: number[] }>(`${CHECK}(${known})`);
  if (violations.length === 0) for (const look of looks) measured.add(look);
  return violations;
}
