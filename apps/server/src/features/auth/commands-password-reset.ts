import type { Kysely } from 'kysely';
import { recordAudit, themselves } from '../../platform/audit.ts';
import type { DB } from '../../platform/database-schema.ts';
import { AppError } from '../../platform/errors.ts';
import { refuseCommonPassword } from '../../platform/password-policy.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { endSessionsOf } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { recordEndedImpersonations } from '../users/commands-impersonate.ts';
import { checkCode, mailCode, storeCode, useCode } from './commands-codes.ts';
import { deleteCodesOf, findConfirmedUser, setPassword } from './queries.ts';

/** Mails a code to choose a new password with. @throws AppError not-found; and as `mailCode`. */
export async function requestPasswordReset(db: Kysely<DB>, services: Services, email: string): Promise<void> {
  const user = await findConfirmedUser(db, email);
  if (!user) throw new AppError('not-found', 'Email not registered');
  await storeCode(db, user.id, await mailCode(services, 'password-reset', email));
}

/** Sets a new password; who is signed in with the old one, or about to be, is so no longer. @throws AppError as `checkCode` and the password policy */
export async function resetPassword(
  db: Kysely<DB>,
  services: Services,
  { email, otp, newPassword }: { email: string; otp: string; newPassword: string },
): Promise<void> {
  refuseCommonPassword(services.config, { field: 'newPassword', password: newPassword, email });
  const code = await checkCode(db, services, { purpose: 'password-reset', email, otp });
  const passwordHash = await hashSecret(newPassword);
  await db.transaction().execute(async (trx) => {
    await useCode(trx, code);
    await setPassword(trx, code.userId, passwordHash);
    await deleteCodesOf(trx, code.userId);
    await recordEndedImpersonations(trx, await endSessionsOf(trx, code.userId));
    await recordAudit(trx, themselves(code.userId), { noun: 'auth', verb: 'reset-password', id: code.userId });
  });
}
