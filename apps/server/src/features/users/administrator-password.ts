import { refuseCommonPassword } from '../../identity/password-policy.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { StartupError } from '../../platform/errors/startup-error.ts';

/** Address of the first administrator where `ADMIN_EMAIL` is not set. */
export const DEFAULT_ADMIN_EMAIL = 'admin@anupalan.local';

/** The settings of the first administrator. */
interface AdministratorSettings {
  readonly adminEmail: string | undefined;
  readonly adminPassword: string | undefined;
  readonly passwordPolicy: 'standard' | 'strict';
}

/**
 * Judges `ADMIN_PASSWORD` by the policy that other passwords keep (R-accounts-26).
 * @throws StartupError when it is refused; a password that is not set is fine
 */
export function requireAdministratorPassword(settings: AdministratorSettings): void {
  const { adminEmail: email = DEFAULT_ADMIN_EMAIL, adminPassword: password } = settings;
  if (password === undefined) return;
  try {
    refuseCommonPassword(settings, { field: 'ADMIN_PASSWORD', password, email });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new StartupError(`ADMIN_PASSWORD is refused: ${error.message}, for example ADMIN_PASSWORD=…`);
  }
}
