import { sql, type Transaction } from 'kysely';
import { AppError } from '../platform/errors/errors.ts';
import type { DB } from '../platform/postgres/database-schema.ts';
import type { Session } from './sessions.ts';

const ASK = 'Please enter your password to continue';

/** The words for an administrator who acts as somebody: they can't prove to be that user. */
const RETURN_FIRST = 'Return to your own account and act as this user again to change this';

/**
 * Checks that whoever uses a session proved who they are in the last 15 minutes (R-accounts-60).
 * @throws AppError forbidden; its fault `reauthenticate` tells a screen to ask for the password.
 */
export function requireFreshSignIn({ fresh, impersonatorId }: Pick<Session, 'fresh' | 'impersonatorId'>): void {
  if (fresh) return;
  if (impersonatorId !== null) throw new AppError('forbidden', RETURN_FIRST);
  throw new AppError('forbidden', ASK, { faults: { reauthenticate: ASK } });
}

/** Notes that whoever uses a session has just proved who they are (R-accounts-61). */
export async function renewSignIn(trx: Transaction<DB>, sessionId: string): Promise<void> {
  await trx.updateTable('sessions').set({ authenticated_at: sql<Date>`now()` }).where('id', '=', sessionId).execute();
}
