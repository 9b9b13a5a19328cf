import { defineConfig } from '@playwright/test';
import { WITHOUT_FEATURES } from './bench/web/browser-features.ts';

const executablePath = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  // One more than the cores they are made for. Each has a server of its own; what one waits for gives others a core.
  workers: 3,
  // A busy machine may take longer over a page than a toast is shown; what fails twice is broken.
  retries: process.env.CI === undefined ? 0 : 1,
  // Limits guard against hanging alone, and bear a machine that is five times slower.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    actionTimeout: 45_000,
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
        WITHOUT_FEATURES,
      ],
      // Files are saved under names in any script, whatever the machine's own language.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
});
