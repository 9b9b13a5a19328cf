import type { Assertion } from '@anupalan/contract/passkeys';
import { findConfirmedUser, holdUser } from '../../identity/accounts.ts';
import type { Services } from '../../services.ts';
import { judgeAssertion, usePasskey, useRecoveryCode } from '../passkeys/commands-sign-in.ts';
import { type Arrival, enterAfter, refuseSignIn, type SignedIn } from './commands-sign-in.ts';

/*
 * The user is locked before anything of theirs, as when passkeys are removed, so that neither waits for the other.
 */

/**
 * The second step with a passkey: exchanges the challenge that it signed for a session (R-passkeys-2).
 * @throws AppError unauthenticated
 */
export async function finishWithPasskey(
  services: Services,
  { email, response }: { email: string; response: Assertion },
  arrival: Arrival,
): Promise<SignedIn> {
  const { db } = services.database;
  const user = await findConfirmedUser(db, email);
  if (!user) throw await refuseSignIn(db, 'expired-step');
  const userId = user.id;
  const right = await judgeAssertion(services, { userId, browser: arrival.browser, response });
  if (typeof right === 'string') throw await refuseSignIn(db, right, user);
  const outcome = await db.transaction().execute(async (trx) => {
    await holdUser(trx, userId);
    const refused = await usePasskey(trx, right);
    return refused ?? (await enterAfter(trx, 'passkey', userId, arrival));
  });
  if (typeof outcome === 'string') throw await refuseSignIn(db, outcome, user);
  return outcome;
}

/**
 * The second step with a recovery code, in place of a passkey (R-passkeys-8).
 * @throws AppError unauthenticated
 */
export async function finishWithRecoveryCode(
  services: Services,
  { email, code }: { email: string; code: string },
  arrival: Arrival,
): Promise<SignedIn> {
  const { db } = services.database;
  const user = await findConfirmedUser(db, email);
  if (!user) throw await refuseSignIn(db, 'expired-step');
  const userId = user.id;
  const outcome = await db.transaction().execute(async (trx) => {
    await holdUser(trx, userId);
    const refused = await useRecoveryCode(trx, services, { userId, browser: arrival.browser, code, email });
    return refused ?? (await enterAfter(trx, 'recovery-code', userId, arrival));
  });
  if (typeof outcome === 'string') throw await refuseSignIn(db, outcome, user);
  return outcome;
}
