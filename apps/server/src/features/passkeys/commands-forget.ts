import type { Kysely, Transaction } from 'kysely';
import { findConfirmedUser, holdUser } from '../../identity/accounts.ts';
import { type Author, asAuthor, recordAudit } from '../../identity/audit.ts';
import { endSessionsOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { recordEndedImpersonations } from '../users/commands-impersonate.ts';
import { lockTarget } from '../users/commands-manage.ts';
import { deleteSecondFactors } from './commands.ts';
import { composePasskeysForgottenMail } from './emails.ts';
import { countPasskeys } from './queries.ts';

type Told = Pick<Services, 'jobs' | 'config'>;

/**
 * Removes another user's passkeys and recovery codes for an administrator: the way out for who lost them all
 * (R-passkeys-14).
 * @throws AppError not-found; forbidden
 */
export async function forgetPasskeys(services: Services, by: Session, id: string): Promise<void> {
  await services.database.db.transaction().execute(async (trx) => {
    const { primary_email } = await lockTarget(trx, by, id);
    await forget(trx, services, { by, id, email: primary_email });
  });
}

/**
 * The same for the operator, by e-mail address: the way out for the last administrator (R-passkeys-15).
 * @throws AppError not-found
 */
export async function forgetPasskeysOf(db: Kysely<DB>, told: Told, email: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await findConfirmedUser(trx, email);
    if (!user) throw new AppError('not-found', `Nobody signs in as ${email}`);
    await holdUser(trx, user.id);
    await forget(trx, told, { by: null, id: user.id, email });
  });
}

/**
 * Removes the passkeys and recovery codes that a user got since a day, as a thief may have added them (R-accounts-67);
 * with the last passkey go all recovery codes (R-passkeys-9). The caller holds the user.
 */
export async function forgetFactorsSince(trx: Transaction<DB>, userId: string, since: Date): Promise<void> {
  const removed = await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .returning('id')
    .execute();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('created_at', '>=', since).execute();
  if ((await countPasskeys(trx, userId)) === 0) await deleteSecondFactors(trx, userId);
  if (removed.length === 0) return;
  const details = { count: removed.length };
  await recordAudit(trx, asAuthor(userId), { noun: 'passkeys', verb: 'forget', id: userId, details });
}

async function forget(
  trx: Transaction<DB>,
  { jobs, config }: Told,
  { by, id, email }: { by: Author; id: string; email: string },
): Promise<void> {
  const count = await deleteSecondFactors(trx, id);
  if (count === 0) throw new AppError('not-found', 'This user has no passkeys');
  await recordEndedImpersonations(trx, await endSessionsOf(trx, id));
  await recordAudit(trx, by, { noun: 'passkeys', verb: 'forget', id, details: { count } });
  await enqueueMail(trx, jobs, await composePasskeysForgottenMail(email, config));
}
