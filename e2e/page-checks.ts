import { expect, type Page } from '@playwright/test';
import { listViolations } from './accessibility.ts';

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

export async function expectAccessible(page: Page) {
  expect(await listViolations(page)).toEqual([]);
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
