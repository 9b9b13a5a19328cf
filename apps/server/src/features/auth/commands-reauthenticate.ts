import { recordAudit } from '../../identity/audit.ts';
import { renewSignIn } from '../../identity/fresh-sign-in.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Services } from '../../services.ts';
import { findOwnPassword } from './commands-own-password.ts';
import { getPasswordHash } from './queries.ts';

/**
 * Makes a session fresh by its user's password (R-accounts-61).
 * @throws AppError unauthenticated, with the fault at `password`; too-many.
 */
export async function reauthenticate(services: Services, session: Session, password: string): Promise<void> {
  const { db } = services.database;
  const { id, userId } = session;
  const right = await findOwnPassword(services, {
    userId,
    by: session,
    triesOf: id,
    password,
    hashes: [await getPasswordHash(db, userId)],
    failure: { noun: 'auth', verb: 'fail-reauthenticate' },
  });
  if (right === undefined) {
    const wrong = 'Incorrect password';
    throw new AppError('unauthenticated', wrong, { faults: { password: wrong } });
  }
  await db.transaction().execute(async (trx) => {
    await renewSignIn(trx, id);
    await recordAudit(trx, session, { noun: 'auth', verb: 'reauthenticate', id: userId });
  });
}
