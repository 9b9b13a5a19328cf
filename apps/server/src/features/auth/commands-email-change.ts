import { checkCode, deleteCodesOf, useCode } from '../../identity/codes.ts';
import type { Session } from '../../identity/sessions.ts';
import { alreadyRegistered, takenField } from '../../identity/taken-fields.ts';
import type { Services } from '../../services.ts';
import { finishEmailChange, recordEmailChange } from '../users/email-change/commands.ts';

/**
 * Swaps the user's address for the confirmed one and tells the old one (R-accounts-32).
 * The browser that a code belongs to is the session that asked for it (R-accounts-42).
 * @throws AppError conflict when somebody took it meanwhile (R-accounts-33); and as `checkCode`.
 */
export async function confirmEmailChange(
  services: Services,
  session: Session,
  { email, otp }: { email: string; otp: string },
): Promise<void> {
  const { id, userId } = session;
  const browser = { stepToken: id, address: '' };
  const code = await checkCode(services, { purpose: 'email-change', email, otp, userId, browser });
  try {
    await services.database.db.transaction().execute(async (trx) => {
      await useCode(trx, code);
      // Codes that were mailed to the old address are void.
      await deleteCodesOf(trx, userId);
      await finishEmailChange(trx, services, session, email);
      await recordEmailChange(trx, session, userId);
    });
  } catch (error) {
    throw takenField(error) ? alreadyRegistered(['primaryEmail']) : error;
  }
}
