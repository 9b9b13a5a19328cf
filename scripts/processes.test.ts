import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const REPORT = `import('./scripts/processes.mjs').then(async ({ runNode }) => {
  const where = "console.log(require('node:module').getCompileCacheDir())";
  console.log((await runNode(['-e', where], { quiet: true })).output);
});`;

test('what Node.js compiled is kept for the next start', () => {
  const cwd = path.join(import.meta.dirname, '..');
  const { stdout } = spawnSync(process.execPath, ['-e', REPORT], { cwd, encoding: 'utf8' });
  expect(stdout).toMatch(/^\//);
});
