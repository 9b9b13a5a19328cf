import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What holds for every test. */
const EVERY_TEST = './apps/server/test/every-test.ts';

/** What draws as a server does, and then as a browser. */
const TWO_RENDERERS = 'apps/web/app/first-screen/**/*.test.tsx';

/** Files of many seconds each, which are begun first so that nothing is waited for at the end. */
const LONG = /\/trials\/|\/scripts\/start\.test|\/sequences\.test|\/embedded-postgres\//;

/** The longest files first, those of the server before the others; the rest as Vitest has it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      project.name === 'server' ? (LONG.test(moduleId) ? 0 : 1) : 2;
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // One more than the cores: a test that waits for the database leaves its core to others.
    maxWorkers: availableParallelism() + 1,
    // Hardly any test runs long enough to gain what V8's last compiler takes: a twentieth of the time of tests of calls.
    execArgv: ['--no-turbofan'],
    // Against hanging alone: no test fails because the machine is busy.
    testTimeout: 75_000,
    hookTimeout: 180_000,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            'packages/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'trials/**/*.test.ts',
          ],
          globalSetup: './apps/server/test/database.ts',
          setupFiles: EVERY_TEST,
          // The server's modules keep nothing between tests, and loading them for each file takes two fifths of the
          // time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // Apart, because some of these tests pretend to be a browser, each for itself.
          name: 'web',
          include: ['apps/web/**/*.test.ts'],
          unstubGlobals: true,
          // A process for each file takes three times as long as what they test.
          isolate: false,
          setupFiles: EVERY_TEST,
        },
      },
      {
        extends: true,
        test: {
          name: 'components',
          include: ['apps/web/**/*.test.tsx'],
          exclude: [TWO_RENDERERS, '**/node_modules/**'],
          environment: 'jsdom',
          // What a file loads, the next one uses: loading takes longer than the tests. Each test leaves an empty
          // browser.
          isolate: false,
          // jsdom needs the real `setImmediate` for its history.
          fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] },
          setupFiles: [EVERY_TEST, './apps/web/test/browser.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Apart: React complains of two renderers to whoever comes after them in a process.
          name: 'first screen',
          include: [TWO_RENDERERS],
          environment: 'jsdom',
          setupFiles: [EVERY_TEST, './apps/web/test/browser.ts'],
        },
      },
    ],
  },
});
