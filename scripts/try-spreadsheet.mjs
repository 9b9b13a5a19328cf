import { install } from './install.mjs';
import { launch } from './launch.mjs';
import { runNode } from './processes.mjs';

launch(async () => {
  await install();
  const { code } = await runNode(['bench/open-spreadsheet.ts']);
  return code;
});
