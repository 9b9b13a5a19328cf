import { randomUUIDv7 } from 'node:crypto';
import type { NewCredential, Passkey } from '@anupalan/contract/passkeys';
import type { Role } from '@anupalan/domain/plans';
import type { Kysely, Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import { deleteCodesOf } from '../../identity/codes.ts';
import { deleteStepsOf } from '../../identity/passkey-steps.ts';
import { mustKeepPasskey } from '../../identity/second-factor.ts';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { composePasskeyAddedMail, composePasskeyRemovedMail, composeRecoveryCodesRenewedMail } from './emails.ts';
import { presentPasskey } from './present.ts';
import { countPasskeys, PASSKEY_COLUMNS } from './queries.ts';
import { digestRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';

/** Passkeys that somebody can have (R-passkeys-4). */
const MOST_PASSKEYS = 20;

const NOT_FOUND = 'Passkey not found';

/**
 * Adds a passkey that the browser has just made. With the first one the recovery codes are made and codes that were
 * mailed for a sign-in are void (R-passkeys-1, R-passkeys-7).
 * @throws AppError invalid when it is not what was asked for; conflict when somebody has it already, or with the 21st.
 */
export async function addPasskey(
  services: Services,
  session: Session,
  { name, response, ip }: { name: string; response: NewCredential; ip: string },
): Promise<{ passkey: Passkey; recoveryCodes?: string[] }> {
  const { userId } = session;
  const { judgeNewPasskey } = await import('./commands-options.ts');
  const credential = await judgeNewPasskey(services, session, { response, ip });
  return await services.database.db.transaction().execute(async (trx) => {
    const { primary_email } = await lockOwner(trx, userId);
    const count = await countPasskeys(trx, userId);
    if (count >= MOST_PASSKEYS) throw new AppError('conflict', `You can have at most ${MOST_PASSKEYS} passkeys`);
    const added = await trx
      .insertInto('passkeys')
      .values({
        id: randomUUIDv7(),
        user_id: userId,
        credential_id: credential.id,
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: response.response.transports,
        name,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(PASSKEY_COLUMNS)
      .executeTakeFirst();
    if (!added) throw new AppError('conflict', 'This passkey is already in use');
    await recordAudit(trx, session, { noun: 'passkeys', verb: 'add', id: userId, details: { passkeyId: added.id } });
    await enqueueMail(trx, services.jobs, await composePasskeyAddedMail(primary_email, services.config));
    const passkey = presentPasskey(added);
    if (count > 0) return { passkey };
    await deleteCodesOf(trx, userId);
    return { passkey, recoveryCodes: await replaceRecoveryCodes(trx, userId) };
  });
}

/** @throws AppError not-found when it is nobody's or somebody else's. */
export function renamePasskey(
  db: Kysely<DB>,
  session: Session,
  { id, name }: { id: string; name: string },
): Promise<Passkey> {
  return db.transaction().execute(async (trx) => {
    const renamed = await trx
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', session.userId)
      .returning(PASSKEY_COLUMNS)
      .executeTakeFirstOrThrow(() => new AppError('not-found', NOT_FOUND));
    const details = { passkeyId: id };
    await recordAudit(trx, session, { noun: 'passkeys', verb: 'rename', id: session.userId, details });
    return presentPasskey(renamed);
  });
}

/**
 * Removes a passkey; with the last one go the recovery codes, and codes are mailed again (R-passkeys-9).
 * @throws AppError not-found; conflict when it is the last one of an administrator who needs it (R-passkeys-13).
 */
export async function removePasskey(services: Services, session: Session, id: string): Promise<void> {
  const { userId } = session;
  await services.database.db.transaction().execute(async (trx) => {
    const { primary_email, role } = await lockOwner(trx, userId);
    const removed = await trx
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst();
    if (!removed) throw new AppError('not-found', NOT_FOUND);
    const isLast = (await countPasskeys(trx, userId)) === 0;
    if (isLast && mustKeepPasskey(services.config, role)) {
      throw new AppError('conflict', 'Administrators need a passkey. Add another one before you remove this one.');
    }
    if (isLast) await deleteSecondFactors(trx, userId);
    await recordAudit(trx, session, { noun: 'passkeys', verb: 'remove', id: userId, details: { passkeyId: id } });
    await enqueueMail(trx, services.jobs, await composePasskeyRemovedMail(primary_email, isLast, services.config));
  });
}

/** Makes new recovery codes; the old ones are void (R-passkeys-7). @throws AppError conflict without a passkey. */
export async function renewRecoveryCodes(services: Services, session: Session): Promise<string[]> {
  const { userId } = session;
  return await services.database.db.transaction().execute(async (trx) => {
    const { primary_email } = await lockOwner(trx, userId);
    if ((await countPasskeys(trx, userId)) === 0) throw new AppError('conflict', 'Add a passkey first');
    await recordAudit(trx, session, { noun: 'passkeys', verb: 'renew-recovery-codes', id: userId });
    await enqueueMail(trx, services.jobs, await composeRecoveryCodesRenewedMail(primary_email, services.config));
    return await replaceRecoveryCodes(trx, userId);
  });
}

/** Deletes whatever a user could take the second step with, and steps that wait for it. */
export async function deleteSecondFactors(trx: Transaction<DB>, userId: string): Promise<number> {
  const removed = await trx.deleteFrom('passkeys').where('user_id', '=', userId).returning('id').execute();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await deleteStepsOf(trx, userId);
  return removed.length;
}

/**
 * Locks a user while their passkeys change: changes queue, and a sign-in with a mailed code at the same moment sees the
 * passkey, or comes before it (R-passkeys-1).
 */
async function lockOwner(trx: Transaction<DB>, userId: string): Promise<{ primary_email: string; role: Role }> {
  return await trx
    .selectFrom('users')
    .select(['primary_email', 'role'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('unauthenticated', 'Please sign in to continue'));
}

async function replaceRecoveryCodes(trx: Transaction<DB>, userId: string): Promise<string[]> {
  const codes = makeRecoveryCodes();
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: digestRecoveryCode(code) })))
    .execute();
  return codes;
}
