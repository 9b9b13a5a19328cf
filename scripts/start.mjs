import { buildWeb } from './build-web.mjs';
import { installToRun } from './install.mjs';
import { launch } from './launch.mjs';
import { runServer } from './processes.mjs';

launch(async () => {
  await installToRun();
  await buildWeb();
  const { code } = await runServer(['apps/server/src/main.ts']);
  return code;
});
