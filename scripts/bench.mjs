import { findBrowser } from './browser.mjs';
import { buildWeb } from './build-web.mjs';
import { install } from './install.mjs';
import { launch } from './launch.mjs';
import { runNode } from './processes.mjs';

launch(async () => {
  await install();
  await buildWeb();
  const env = { CHROMIUM_PATH: await findBrowser() };
  const { code } = await runNode(['bench/main.ts', ...process.argv.slice(2)], { env });
  return code;
});
