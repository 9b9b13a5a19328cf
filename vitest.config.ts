import { defineConfig } from 'vitest/config';

const SILENCE = './apps/server/test/silence.ts';

export default defineConfig({
  test: {
    // The default leaves a core idle, of two.
    maxWorkers: '100%',
    testTimeout: 15_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['packages/**/*.test.ts', 'apps/server/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          globalSetup: './apps/server/test/database.ts',
          setupFiles: SILENCE,
          // The server's modules keep nothing between tests, and loading them for each file takes two fifths of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // Apart, because some of these tests pretend to be a browser.
          name: 'web',
          include: ['apps/web/**/*.test.ts'],
          setupFiles: SILENCE,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['apps/web/**/*.test.tsx'],
          environment: 'jsdom',
          // What a file loads, the next one uses: loading takes longer than the tests. Each test leaves an empty browser.
          isolate: false,
          // jsdom needs the real `setImmediate` for its history.
          fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] },
          setupFiles: [SILENCE, './apps/web/test/browser.ts'],
        },
      },
    ],
  },
});
