/** Test files of `npm run test:long`, which `npm test` leaves out. */
export const LONG_FILES = [
  'trials/**',
  'bench/**/*.test.ts',
  'scripts/start.test.ts',
  '**/embedded-postgres/**',
  '**/sequences.test.ts',
];
