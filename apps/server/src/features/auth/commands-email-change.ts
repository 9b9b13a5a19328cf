import type { Kysely } from 'kysely';
import { recordAudit, themselves } from '../../platform/audit.ts';
import type { DB } from '../../platform/database-schema.ts';
import { enqueueMail } from '../../platform/outbox.ts';
import type { Session } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { checkCode, useCode } from './commands-codes.ts';
import { alreadyRegistered, takenField } from './commands-uniqueness.ts';
import { composeEmailChangedMail } from './emails.ts';
import { deleteCodesOf, replaceEmail } from './queries.ts';

/**
 * Swaps the user's address for the confirmed one and tells the old one.
 * @throws AppError conflict when somebody took it meanwhile; and as `checkCode`.
 */
export async function confirmEmailChange(
  db: Kysely<DB>,
  services: Services,
  { userId }: Pick<Session, 'userId'>,
  { email, otp }: { email: string; otp: string },
): Promise<void> {
  const code = await checkCode(db, services, { purpose: 'email-change', email, otp, userId });
  try {
    await db.transaction().execute(async (trx) => {
      await useCode(trx, code);
      const oldEmail = await replaceEmail(trx, userId, email);
      // Codes that wait at the old address open nothing any more.
      await deleteCodesOf(trx, userId);
      await recordAudit(trx, themselves(userId), { noun: 'users', verb: 'change-email', id: userId });
      const notice = await composeEmailChangedMail(oldEmail, email, services.config.supportEmail);
      await enqueueMail(trx, services.jobs, notice);
    });
  } catch (error) {
    throw takenField(error) ? alreadyRegistered(['primaryEmail']) : error;
  }
}
