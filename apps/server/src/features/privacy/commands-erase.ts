import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { Services } from '../../services.ts';
import { findOwnPassword } from '../auth/commands-own-password.ts';
import { getPasswordHash } from '../auth/queries.ts';
import { ownsCompaniesWithOthers, type SharedCompany } from '../members/queries.ts';
import { eraseUser, lockOwnAccount } from '../users/commands-delete.ts';
import { composeGoodbye } from './emails.ts';

/**
 * Erases the caller's own account like a deleted one (R-users-22) once they gave its password, and says goodbye by mail
 * (R-users-32).
 * @throws AppError too-many as `findOwnPassword`; invalid when it is wrong; conflict for the last administrator, and for
 * who owns companies in which others work (R-companies-23).
 */
export async function eraseOwnAccount(services: Services, session: Session, password: string): Promise<void> {
  const { database, jobs, config } = services;
  const { id, userId } = session;
  // Comparing takes long, and so comes before the lock for which all administrators' changes queue.
  const right = await findOwnPassword(services, {
    userId,
    by: session,
    triesOf: id,
    password,
    hashes: [await getPasswordHash(database.db, userId)],
    failure: { noun: 'auth', verb: 'fail-reauthenticate' },
  });
  if (right === undefined) throw wrongPassword();
  await database.db.transaction().execute(async (trx) => {
    const account = await lockOwnAccount(trx, userId);
    // The password may have been changed meanwhile.
    if (account.password_hash !== right) throw wrongPassword();
    const shared = await ownsCompaniesWithOthers(trx, userId);
    if (shared.length > 0) throw successorsNeeded(shared);
    await eraseUser(trx, services, session, account);
    // The mail comes after the erasure, which takes away mail that waits for the address.
    await enqueueMail(trx, jobs, await composeGoodbye(account.primary_email, config.supportEmail));
  });
}

/** Companies that the refusal names, at most. */
const NAMED = 3;

function successorsNeeded(shared: readonly SharedCompany[]): AppError {
  const names = shared.slice(0, NAMED).map(({ companyName }) => companyName);
  const companies = shared.length > NAMED ? `${names.join(', ')} and ${shared.length - NAMED} more` : names.join(', ');
  return new AppError('conflict', `Other people work in ${companies}. Please hand over what you own first.`);
}

function wrongPassword(): AppError {
  return new AppError('invalid', 'Incorrect password', { faults: { password: 'Incorrect password' } });
}
