import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The default leaves a core idle, of two.
    maxWorkers: '100%',
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: './apps/server/test/database.ts',
    setupFiles: './apps/server/test/silence.ts',
    testTimeout: 15_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});
