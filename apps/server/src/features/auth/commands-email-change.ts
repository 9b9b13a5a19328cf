import { asAuthor, recordAudit } from '../../identity/audit.ts';
import { checkCode, deleteCodesOf, useCode } from '../../identity/codes.ts';
import type { Session } from '../../identity/sessions.ts';
import { alreadyRegistered, takenField } from '../../identity/taken-fields.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Services } from '../../services.ts';
import { replaceEmail } from '../users/commands-credentials.ts';
import { composeEmailChangedMail } from './emails.ts';

/**
 * Swaps the user's address for the confirmed one and tells the old one (R-accounts-32).
 * The browser that a code belongs to is the session that asked for it (R-accounts-42).
 * @throws AppError conflict when somebody took it meanwhile (R-accounts-33); and as `checkCode`.
 */
export async function confirmEmailChange(
  services: Services,
  { id, userId }: Pick<Session, 'id' | 'userId'>,
  { email, otp }: { email: string; otp: string },
): Promise<void> {
  const browser = { stepToken: id, address: '' };
  const code = await checkCode(services, { purpose: 'email-change', email, otp, userId, browser });
  try {
    await services.database.db.transaction().execute(async (trx) => {
      await useCode(trx, code);
      const oldEmail = await replaceEmail(trx, userId, email);
      // Codes that were mailed to the old address are void.
      await deleteCodesOf(trx, userId);
      await recordAudit(trx, asAuthor(userId), { noun: 'users', verb: 'change-email', id: userId });
      const notice = await composeEmailChangedMail(oldEmail, email, services.config.supportEmail);
      await enqueueMail(trx, services.jobs, notice);
    });
  } catch (error) {
    throw takenField(error) ? alreadyRegistered(['primaryEmail']) : error;
  }
}
