import type { PasswordChange } from '@anupalan/contract/auth-changes';
import { recordAudit } from '../../identity/audit.ts';
import { type Browser, forgetBrowsersOf, rememberBrowser } from '../../identity/known-browsers.ts';
import { voidSteps } from '../../identity/passkey-steps.ts';
import { refuseCommonPassword } from '../../identity/password-policy.ts';
import { hashSecret } from '../../identity/secrets.ts';
import { endOtherSessionsOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Services } from '../../services.ts';
import { setPassword, tellPasswordChanged } from '../users/commands-credentials.ts';
import { recordEndedImpersonations } from '../users/commands-impersonate.ts';
import { getUser } from '../users/queries.ts';
import { findOwnPassword } from './commands-own-password.ts';
import { getPasswordHash } from './queries.ts';

/**
 * Changes one's own password; every other session of the account ends, it knows only this browser from now on, and mail
 * tells (R-accounts-63).
 * @returns the tokens by which accounts know the browser from now on.
 * @throws AppError invalid for a wrong present password and as the password policy; too-many.
 */
export async function changeOwnPassword(
  services: Services,
  session: Session,
  { currentPassword, newPassword }: PasswordChange,
  browser: Browser,
): Promise<string[]> {
  const { db } = services.database;
  const { id, userId } = session;
  const { primaryEmail, firstName, lastName, personalPhone, company } = await getUser(db, userId);
  const words = [firstName, lastName, personalPhone, company?.companyName ?? ''];
  const chosen = { field: 'newPassword', password: newPassword, email: primaryEmail, words };
  refuseCommonPassword(services.config, chosen);
  const right = await findOwnPassword(services, {
    userId,
    by: session,
    triesOf: id,
    password: currentPassword,
    hashes: [await getPasswordHash(db, userId)],
    failure: { noun: 'users', verb: 'fail-change-password' },
  });
  if (right === undefined) throw wrongPassword();
  const passwordHash = await hashSecret(newPassword);
  return await db.transaction().execute(async (trx) => {
    // Of two changes at once the second finds that its present password is none any more.
    if (!(await setPassword(trx, userId, passwordHash, right))) throw wrongPassword();
    await voidSteps(trx, userId);
    await recordEndedImpersonations(trx, await endOtherSessionsOf(trx, session));
    await recordAudit(trx, session, { noun: 'users', verb: 'change-password', id: userId });
    await tellPasswordChanged(trx, services, primaryEmail);
    await forgetBrowsersOf(trx, userId);
    return await rememberBrowser(trx, userId, browser);
  });
}

function wrongPassword(): AppError {
  const wrong = 'Incorrect password';
  return new AppError('invalid', wrong, { faults: { currentPassword: wrong } });
}
