import { readSettings } from '../apps/server/src/settings/settings.mjs';
import { buildWeb } from './build-web.mjs';
import { installToRun } from './install.mjs';
import { launch } from './launch.mjs';
import { runNode, runServer } from './processes.mjs';
import { Failure } from './runtime.mjs';

launch(async () => {
  requireSettings();
  await installToRun();
  await requireAdministratorPassword();
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

/**
 * Asks whether ADMIN_PASSWORD is a common one before the build: the list of common passwords is a package.
 * @throws {Failure} with the line that says so.
 */
async function requireAdministratorPassword() {
  if (!process.env.ADMIN_PASSWORD && !process.env.ADMIN_PASSWORD_FILE) return;
  const { code, output } = await runNode(['apps/server/src/check-settings.ts'], { quiet: true, secrets: true });
  if (code !== 0) throw new Failure(output.trim());
}
