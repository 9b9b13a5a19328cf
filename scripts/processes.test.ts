import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test('what Node.js compiled is kept for the next start', () => {
  const report = "import('./scripts/processes.mjs').then((it) => it.runNode(['-p', 'module.getCompileCacheDir()']))";
  const cwd = path.join(import.meta.dirname, '..');
  const { stdout } = spawnSync(process.execPath, ['-e', report], { cwd, encoding: 'utf8' });
  expect(stdout.trim()).toMatch(/^\//);
});
