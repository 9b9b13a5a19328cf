import { matchesSecret } from '../../identity/secrets.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { RateLimit } from '../../platform/http/rate-limits.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Services } from '../../services.ts';
import { eraseUser, lockOwnAccount } from '../users/commands-delete.ts';
import { composeGoodbye } from './emails.ts';

/**
 * Erases the caller's own account like a deleted one (R-users-22) once they gave its password, and says goodbye by mail
 * (R-users-32).
 * @throws AppError too-many after 10 passwords an hour; invalid when it is wrong; conflict for the last administrator.
 */
export async function eraseOwnAccount(
  services: Services,
  session: Session,
  { password, guesses }: { password: string; guesses: RateLimit },
): Promise<void> {
  const { database, jobs, config } = services;
  await guesses.spend(session.userId);
  await database.db.transaction().execute(async (trx) => {
    const account = await lockOwnAccount(trx, session.userId);
    if (!(await matchesSecret(account.password_hash, password))) {
      throw new AppError('invalid', 'Incorrect password', { faults: { password: 'Incorrect password' } });
    }
    await eraseUser(trx, jobs, session, account);
    // The mail comes after the erasure, which takes away mail that waits for the address.
    await enqueueMail(trx, jobs, await composeGoodbye(account.primary_email, config.supportEmail));
  });
}
