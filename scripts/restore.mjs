import { resolve } from 'node:path';
import { install } from './install.mjs';
import { launch } from './launch.mjs';
import { runNode } from './processes.mjs';

launch(async () => {
  await install();
  const files = process.argv.slice(2).map((file) => resolve(file));
  const { code } = await runNode(['apps/server/src/restore.ts', ...files], { secrets: true });
  return code;
});
