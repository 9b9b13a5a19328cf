import type { ProfileChanges, User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { type Kysely, sql } from 'kysely';
import { recordAudit } from '../../platform/audit.ts';
import type { DB } from '../../platform/database-schema.ts';
import { AppError } from '../../platform/errors.ts';
import { addressKey } from '../../platform/rate-limits.ts';
import { actorOf, type Session } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { mailCode, storeCode } from '../auth/commands-codes.ts';
import { alreadyRegistered, takenField } from '../auth/commands-uniqueness.ts';
import { listTaken } from '../auth/queries.ts';
import { getUser } from './queries.ts';

interface ChangedProfile {
  readonly user: User;
  readonly emailChangePending?: true;
}

/**
 * Changes one's own profile. A new e-mail address has a code mailed to it; until that is confirmed the old one stays.
 * `ip` is where the call comes from: mailing codes counts like the other calls that do.
 * @throws AppError forbidden when the address is another's to change; conflict with the fields that somebody has; and
 * as `mailCode`.
 */
export async function changeProfile(
  db: Kysely<DB>,
  services: Services,
  session: Session,
  { before, changes: { primaryEmail, ...changes }, ip }: { before: User; changes: ProfileChanges; ip: string },
): Promise<ChangedProfile> {
  const newEmail = primaryEmail === before.primaryEmail ? undefined : primaryEmail;
  if (newEmail !== undefined && !can(actorOf(session), 'users.change-own-email')) {
    throw new AppError('forbidden', 'The email address cannot be changed while impersonating');
  }
  await refuseTaken(db, session, { newEmail, personalPhone: changes.personalPhone });
  if (newEmail !== undefined) await services.limits.attemptsPerAddress.spend(addressKey(ip));
  const mailed = newEmail === undefined ? null : await mailCode(services, 'email-change', newEmail);
  const user = await db
    .transaction()
    .execute(async (trx) => {
      const after = await writeProfile(trx, session, before, changes);
      if (!mailed) return after;
      await storeCode(trx, session.userId, mailed);
      await recordAudit(trx, session, { noun: 'users', verb: 'request-email-change', id: session.userId });
      return after;
    })
    .catch((error: unknown) => {
      const field = takenField(error);
      throw field ? alreadyRegistered([field]) : error;
    });
  return { user, ...(mailed && { emailChangePending: true }) };
}

/** All that is taken is told at once, and before a mail goes out; what is taken meanwhile the indexes refuse. */
async function refuseTaken(
  db: Kysely<DB>,
  { userId }: Session,
  { newEmail = '', personalPhone = '' }: { newEmail: string | undefined; personalPhone: string | undefined },
): Promise<void> {
  const [first, ...others] = await listTaken(db, { primaryEmail: newEmail, personalPhone }, userId);
  if (first) throw alreadyRegistered([first, ...others]);
}

/** The log has which fields were changed, not to what. */
async function writeProfile(
  trx: Kysely<DB>,
  session: Session,
  before: User,
  changes: Omit<ProfileChanges, 'primaryEmail'>,
): Promise<User> {
  const fields = (['firstName', 'lastName', 'personalPhone'] as const).filter(
    (field) => changes[field] !== undefined && changes[field] !== before[field],
  );
  if (fields.length === 0) return before;
  await trx
    .updateTable('users')
    .set({
      first_name: changes.firstName,
      last_name: changes.lastName,
      personal_phone: changes.personalPhone,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', session.userId)
    .execute();
  await recordAudit(trx, session, { noun: 'users', verb: 'update', id: session.userId, details: { fields } });
  return await getUser(trx, session.userId);
}
