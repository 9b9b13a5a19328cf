import type { Role } from '@anupalan/domain/plans';
import { AppError } from '../platform/errors/errors.ts';
import type { Session } from './sessions.ts';

/** Whether administrators need a passkey (`ADMIN_2FA`). */
export type AdminSecondFactor = 'off' | 'required';

/** Whether somebody of a role needs a passkey, and may not remove their last one (R-passkeys-13). */
export function mustKeepPasskey({ adminSecondFactor }: { adminSecondFactor: AdminSecondFactor }, role: Role): boolean {
  return adminSecondFactor === 'required' && role === 'admin';
}

/** Whether a session may do nothing yet but add a passkey (R-passkeys-12). */
export function needsPasskey(
  { adminSecondFactor }: { adminSecondFactor: AdminSecondFactor },
  { lacksPasskey }: Pick<Session, 'lacksPasskey'>,
): boolean {
  return adminSecondFactor === 'required' && lacksPasskey;
}

/** @throws AppError forbidden while a passkey has to be added first (R-passkeys-12). */
export function requireSecondFactor(
  required: { adminSecondFactor: AdminSecondFactor },
  session: Pick<Session, 'lacksPasskey'>,
): void {
  if (!needsPasskey(required, session)) return;
  throw new AppError('forbidden', 'Add a passkey to go on', { faults: { secondFactor: 'Add a passkey to go on' } });
}
