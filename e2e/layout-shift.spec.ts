import { addPerson, openAs } from './api.ts';
import { expect, test } from './journey.ts';
import { makePerson } from './people.ts';

/** Script for the page: adds up its layout shifts, but for those that follow a press. */
const NOTE_SHIFTS = `window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Layout shift that a first visit may have (R-pages-48); from 0.1 on it is felt. */
const MOST = 0.1;

test.use({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true });

for (const [path, shown] of [
  ['/dashboard', 'tr[data-index]'],
  ['/company/overview', 'article'],
] as const) {
  // Answers that are late find the application there, which draws what it waits for.
  for (const wait of [0, 3_000]) {
    test(`a first visit of ${path} with a phone moves nothing, its answers ${wait} ms late`, async ({
      page,
      server,
    }) => {
      const { token } = await addPerson(server, makePerson());
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await page.route('**/api/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, wait));
        await route.continue();
      });
      await page.addInitScript(NOTE_SHIFTS);
      await openAs(page, server, token, path);
      await expect(page.locator(shown).first()).toBeVisible({ timeout: 40_000 });
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate('window.shifted')).toBeLessThanOrEqual(MOST);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  }
}
