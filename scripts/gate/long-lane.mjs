/** Parts of the paths of test files that `npm run test:long` runs and `npm test` leaves out; a folder ends with `/`. */
export const LONG_LANE = ['trials/', 'bench/', 'scripts/start.test', 'embedded-postgres/', 'sequences.test'];

/** The same as patterns of Vitest's `--exclude`. */
export const LONG_PATTERNS = LONG_LANE.map((part) => `**/${part}${part.endsWith('/') ? '**' : '*'}`);
