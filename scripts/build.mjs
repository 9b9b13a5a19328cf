import { buildWeb } from './build-web.mjs';
import { installToRun } from './install.mjs';
import { launch } from './launch.mjs';

/* `npm run build`: installs and builds what `npm start` runs, and starts nothing. It needs no settings. */

launch(async () => {
  await installToRun();
  await buildWeb();
  return 0;
});
