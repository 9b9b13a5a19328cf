import { readSettings } from '../apps/server/src/settings/settings.mjs';
import { buildWeb } from './build-web.mjs';
import { installToRun } from './install.mjs';
import { launch } from './launch.mjs';
import { runServer } from './processes.mjs';
import { Failure } from './runtime.mjs';

launch(async () => {
  requireSettings();
  await installToRun();
  await buildWeb();
  const { code } = await runServer(['apps/server/src/main.ts']);
  return code;
});

/**
 * Looks at the settings before anything is installed or built.
 * @throws {Failure} with one line for each mistake.
 */
function requireSettings() {
  const { faults } = readSettings(process.env);
  if (faults.length > 0) throw new Failure(faults.join('\n'));
}
