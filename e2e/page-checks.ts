import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Collects what a page complains of, from now on: errors in the console, uncaught ones, answers of 500 and above. */
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
  // A toast that comes or goes is half transparent for a moment.
  const axe = new AxeBuilder({ page }).exclude('[data-rht-toaster]').options({ resultTypes: ['violations'] });
  const { violations } = await axe.setLegacyMode().analyze(); // in one go: there are no frames of ours
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}

const PHONE = { width: 360, height: 740 };

/** Checks a page in both colour schemes, in one of them on a phone, where nothing may stick out. */
export async function expectAccessibleEverywhere(page: Page) {
  const wide = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page);
  await expectFitsPhone(page, ['dark']);
  await page.setViewportSize(wide);
}

/** Checks a page on a phone, where nothing may stick out. */
export async function expectFitsPhone(page: Page, schemes: readonly ('light' | 'dark')[] = ['light', 'dark']) {
  await page.setViewportSize(PHONE);
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
}
