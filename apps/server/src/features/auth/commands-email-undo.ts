import { type Browser, findKnownBrowser } from '../../identity/known-browsers.ts';
import { alreadyRegistered, takenField } from '../../identity/taken-fields.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Services } from '../../services.ts';
import { forgetFactorsSince } from '../passkeys/commands-forget.ts';
import { restoreEmail } from '../users/email-change/commands-undo.ts';
import { getChangeToUndo } from '../users/email-change/queries.ts';
import { findOwnPassword } from './commands-own-password.ts';
import { beginSecondStep, type SecondStep } from './commands-sign-in.ts';

/**
 * Undoes a change of e-mail address with the link of its mail and a password: the present one, or the one that was in
 * force when the change was made, which is then put back. Passkeys added since it was asked for are removed. Like a password step it ends with a mailed code or a passkey,
 * so that an old mailbox alone lets nobody in (R-accounts-66, R-accounts-67).
 * @returns the restored address, and the token that proves the password step.
 * @throws AppError not-found; conflict; unauthenticated; too-many; and as `mailCode`.
 */
export async function undoEmailChange(
  services: Services,
  { token, password }: { token: string; password: string },
  browser: Browser,
): Promise<SecondStep & { email: string }> {
  const { db } = services.database;
  const change = await getChangeToUndo(db, token);
  const { id, userId, email, passwordNow, passwordThen } = change;
  const right = await findOwnPassword(services, {
    userId,
    by: null,
    triesOf: id,
    password,
    hashes: [passwordNow, passwordThen],
    failure: { noun: 'users', verb: 'fail-undo-email-change' },
  });
  if (right === undefined) throw new AppError('unauthenticated', 'Incorrect password');
  if (change.accountStatus !== 'active') throw new AppError('unauthenticated', 'Account is not active');
  const known = (await findKnownBrowser(db, userId, browser)) !== null;
  try {
    await db.transaction().execute(async (trx) => {
      await restoreEmail(trx, services, { change, passwordHash: right === passwordNow ? undefined : right });
      await forgetFactorsSince(trx, userId, change.askedAt);
    });
  } catch (error) {
    throw takenField(error) ? alreadyRegistered(['primaryEmail']) : error;
  }
  return { email, ...(await beginSecondStep(services, { id: userId, email, known }, browser)) };
}
