import { refundCodeMail } from '../../identity/account-limits.ts';
import { findConfirmedUser } from '../../identity/accounts.ts';
import { asAuthor, recordAudit } from '../../identity/audit.ts';
import { chooseStepToken, mailCode, storeCode } from '../../identity/code-asking.ts';
import { checkCode, forgiveTries, type RightCode, useCode } from '../../identity/codes.ts';
import { type Browser, findKnownBrowser, rememberBrowser } from '../../identity/known-browsers.ts';
import { refuseCommonPassword } from '../../identity/password-policy.ts';
import { hashSecret } from '../../identity/secrets.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Services } from '../../services.ts';
import { renewPassword } from '../users/commands-credentials.ts';
import { getUser } from '../users/queries.ts';

/**
 * Mails a code to choose a new password with (R-accounts-28).
 * @returns the token that proves this step.
 * @throws AppError not-found; and as `mailCode`.
 */
export async function requestPasswordReset(services: Services, email: string, browser: Browser): Promise<string> {
  const { db } = services.database;
  const user = await findConfirmedUser(db, email);
  if (!user) throw new AppError('not-found', 'Email not registered');
  const purpose = 'password-reset';
  const known = (await findKnownBrowser(db, user.id, browser)) !== null;
  const stepToken = await chooseStepToken(db, { userId: user.id, purpose, stepToken: browser.stepToken });
  const mailed = await mailCode(services, { purpose, email, known }, () =>
    recordAudit(db, null, {
      noun: 'auth',
      verb: 'fail-password-reset',
      id: user.id,
      details: { reason: 'too-many-tries' },
    }),
  );
  const owner = { stepToken, address: browser.address };
  await db.transaction().execute((trx) => storeCode(trx, user.id, mailed, owner));
  return stepToken;
}

/**
 * Refuses a password made of the person's own words, which nobody may find out without the code; the code stays usable.
 * @throws AppError invalid
 */
async function refuseOwnWords(
  { database: { db }, config }: Services,
  code: RightCode,
  chosen: Omit<Parameters<typeof refuseCommonPassword>[1], 'words'>,
): Promise<void> {
  const { firstName, lastName, personalPhone, company } = await getUser(db, code.userId);
  const words = [firstName, lastName, personalPhone, company?.companyName ?? ''];
  try {
    refuseCommonPassword(config, { ...chosen, words });
  } catch (refused) {
    await forgiveTries(db, code);
    throw refused;
  }
}

/**
 * Sets a new password, ends all sessions of the account, voids its codes and forgets the browsers it knew but this one,
 * which has shown that it reads the account's mail (R-accounts-29).
 * @returns the tokens by which accounts know the browser from now on.
 * @throws AppError as `checkCode` and the password policy
 */
export async function resetPassword(
  services: Services,
  { email, otp, newPassword }: { email: string; otp: string; newPassword: string },
  browser: Browser,
): Promise<string[]> {
  const chosen = { field: 'newPassword', password: newPassword, email };
  refuseCommonPassword(services.config, chosen);
  const code = await checkCode(services, { purpose: 'password-reset', email, otp, browser });
  await refuseOwnWords(services, code, chosen);
  const passwordHash = await hashSecret(newPassword);
  const knownTokens = await services.database.db.transaction().execute(async (trx) => {
    await useCode(trx, code);
    await renewPassword(trx, services, { userId: code.userId, email, passwordHash });
    await recordAudit(trx, asAuthor(code.userId), { noun: 'auth', verb: 'reset-password', id: code.userId });
    return await rememberBrowser(trx, code.userId, browser);
  });
  await refundCodeMail(services.limits, code);
  return knownTokens;
}
