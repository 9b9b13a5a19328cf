import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH;

/**
 * Features that the browser goes without. It takes the last list that it is given, so that this one begins with what
 * Playwright's own has of Chromium.
 */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Pages of the address bar's own, which each window draws though nobody sees it: 0.8 s in a Chromium with windows.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  // One more than the cores they are made for. Each has a server of its own; what one waits for gives others a core.
  workers: 3,
  // A busy machine may take longer over a page than a toast is shown; what fails twice is broken.
  retries: process.env.CI === undefined ? 0 : 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    actionTimeout: 15_000,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1280, height: 800 },
    // What moves is waited for, and drawn without a graphics card.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // Recording takes a third of the time.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
        // No page lives long enough for what is compiled anew to be run faster.
        '--js-flags=--no-turbofan --no-maglev',
        `--disable-features=${WITHOUT.join()}`,
      ],
      // Files are saved under names in any script, whatever the machine's own language.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
});
