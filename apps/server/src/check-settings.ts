import { readConfig } from './config.ts';
import { requireAdministratorPassword } from './features/users/administrator-password.ts';
import { StartupError } from './platform/errors/startup-error.ts';

/* Checks the settings that need a package to be judged, before anything is built or started. */

try {
  requireAdministratorPassword(readConfig(process.env));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
