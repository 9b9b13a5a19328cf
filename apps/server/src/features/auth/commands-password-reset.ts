import { findConfirmedUser } from '../../identity/accounts.ts';
import { asAuthor, recordAudit } from '../../identity/audit.ts';
import { checkCode, deleteCodesOf, mailCode, storeCode, useCode } from '../../identity/codes.ts';
import { refuseCommonPassword } from '../../identity/password-policy.ts';
import { hashSecret } from '../../identity/secrets.ts';
import { endSessionsOf } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Services } from '../../services.ts';
import { setPassword } from '../users/commands-credentials.ts';
import { recordEndedImpersonations } from '../users/commands-impersonate.ts';

/** Mails a code to choose a new password with (R-accounts-28). @throws AppError not-found; and as `mailCode`. */
export async function requestPasswordReset(services: Services, email: string): Promise<void> {
  const { db } = services.database;
  const user = await findConfirmedUser(db, email);
  if (!user) throw new AppError('not-found', 'Email not registered');
  await storeCode(db, user.id, await mailCode(services, 'password-reset', email));
}

/**
 * Sets a new password, ends all sessions of the account and voids its codes (R-accounts-29).
 * @throws AppError as `checkCode` and the password policy
 */
export async function resetPassword(
  services: Services,
  { email, otp, newPassword }: { email: string; otp: string; newPassword: string },
): Promise<void> {
  refuseCommonPassword(services.config, { field: 'newPassword', password: newPassword, email });
  const code = await checkCode(services, { purpose: 'password-reset', email, otp });
  const passwordHash = await hashSecret(newPassword);
  await services.database.db.transaction().execute(async (trx) => {
    await useCode(trx, code);
    await setPassword(trx, code.userId, passwordHash);
    await deleteCodesOf(trx, code.userId);
    await recordEndedImpersonations(trx, await endSessionsOf(trx, code.userId));
    await recordAudit(trx, asAuthor(code.userId), { noun: 'auth', verb: 'reset-password', id: code.userId });
  });
}
