import { install } from './install.mjs';
import { launch } from './launch.mjs';
import { runNode } from './processes.mjs';

launch(async () => {
  await install();
  const { code } = await runNode(['apps/server/src/catalogue.ts', ...process.argv.slice(2)], { secrets: true });
  return code;
});
