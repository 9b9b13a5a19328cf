import type { User } from '@anupalan/contract/users';
import { voidSteps } from '../../../identity/passkey-steps.ts';
import type { Session } from '../../../identity/sessions.ts';
import { alreadyRegistered, takenField } from '../../../identity/taken-fields.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { enqueueMail } from '../../../platform/mail/outbox.ts';
import type { Services } from '../../../services.ts';
import { lockTarget } from '../commands-manage.ts';
import { getUser } from '../queries.ts';
import { imposeEmail, recordEmailChange } from './commands.ts';
import { composeAddressGivenMail } from './emails.ts';

/**
 * Gives another user a new address, for somebody who lost their mailbox: both addresses are told, all sessions end, and
 * the old one can undo it as any other change (R-users-41).
 * @throws AppError not-found; forbidden; conflict for a pending user or an address that somebody has.
 */
export async function changeUserEmail(
  services: Services,
  by: Session,
  { id, newEmail }: { id: string; newEmail: string },
): Promise<User> {
  const { database, jobs, config } = services;
  try {
    return await database.db.transaction().execute(async (trx) => {
      const target = await lockTarget(trx, by, id);
      if (target.status === 'pending') throw new AppError('conflict', 'This user has not confirmed their sign-up yet');
      if (target.primary_email === newEmail) return await getUser(trx, id);
      await voidSteps(trx, id);
      await imposeEmail(trx, services, { userId: id, newEmail });
      await recordEmailChange(trx, by, id);
      await enqueueMail(trx, jobs, await composeAddressGivenMail(newEmail, config.publicUrl));
      return await getUser(trx, id);
    });
  } catch (error) {
    throw takenField(error) ? alreadyRegistered(['primaryEmail']) : error;
  }
}
