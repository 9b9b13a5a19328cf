import type { Action } from '@anupalan/domain/permissions/table';
import { AppError } from '../platform/errors/errors.ts';

const CHOOSE_PASSWORD = 'Choose a new password to go on';

/** What choosing another password takes, passkeys included, which may be asked for just as strictly (R-users-50). */
const BEFORE_PASSWORD_CHANGE = /^(auth\.|users\.read-own$|users\.change-own-password$|.*passkey)/;

/** @throws AppError forbidden while another password has to be chosen first (R-users-50). */
export function requireChosenPassword(
  { mustChangePassword }: { readonly mustChangePassword: boolean },
  action: Action,
): void {
  if (!mustChangePassword || BEFORE_PASSWORD_CHANGE.test(action)) return;
  throw new AppError('forbidden', CHOOSE_PASSWORD, { faults: { passwordChange: CHOOSE_PASSWORD } });
}
