import { resolve } from 'node:path';
import { installToRun } from './install.mjs';
import { launch } from './launch.mjs';
import { runNode } from './processes.mjs';

launch(async () => {
  await installToRun();
  const { code } = await runNode(['apps/server/src/backup.ts', ...process.argv.slice(2).map((file) => resolve(file))]);
  return code;
});
