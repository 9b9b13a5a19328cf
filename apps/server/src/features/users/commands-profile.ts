import type { ProfileChanges, User } from '@anupalan/contract/users';
import { isSamePhone } from '@anupalan/contract/wire/phone-number';
import { sql, type Transaction } from 'kysely';
import { recordAudit } from '../../identity/audit.ts';
import { mailCode, storeCode } from '../../identity/code-asking.ts';
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts';
import { requirePermission, type Session } from '../../identity/sessions.ts';
import { alreadyRegistered, listTaken, takenField } from '../../identity/taken-fields.ts';
import { addressKey } from '../../platform/http/callers/addresses.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { Services } from '../../services.ts';
import { askEmailChange } from './email-change/commands.ts';
import { getUser } from './queries.ts';

interface ChangedProfile {
  readonly user: User;
  readonly emailChangePending?: true;
}

/**
 * Changes one's own profile (R-users-11). A new e-mail address has a code mailed to it; until that is confirmed the old
 * one stays (R-accounts-31). `ip` is the caller's address: mailing codes counts like the other calls that do
 * (R-accounts-40).
 * @throws AppError forbidden when the address is another's to change, or the sign-in is too old for a new address or
 * phone number (R-accounts-60); conflict with the fields that somebody has
 * (R-users-12); and as `mailCode`.
 */
export async function changeProfile(
  services: Services,
  session: Session,
  { before, changes: { primaryEmail, ...changes }, ip }: { before: User; changes: ProfileChanges; ip: string },
): Promise<ChangedProfile> {
  // A number that is stored in another spelling stays as it was typed (R-accounts-72).
  const isKnown = changes.personalPhone !== undefined && isSamePhone(changes.personalPhone, before.personalPhone);
  const personalPhone = isKnown ? undefined : changes.personalPhone;
  const newEmail = primaryEmail === before.primaryEmail ? undefined : primaryEmail;
  if (newEmail !== undefined) requirePermission(session, 'users.change-own-email');
  if (newEmail !== undefined || personalPhone !== undefined) requireFreshSignIn(session);
  const { db } = services.database;
  await refuseTaken(db, session, { newEmail, personalPhone });
  if (newEmail !== undefined) await services.limits.attemptsPerAddress.spendByAddress(addressKey(ip));
  const mailed = newEmail === undefined ? null : await mailCode(services, { purpose: 'email-change', email: newEmail });
  const user = await db
    .transaction()
    .execute(async (trx) => {
      const after = await writeProfile(trx, session, before, { ...changes, personalPhone });
      if (!mailed) return after;
      await storeCode(trx, session.userId, mailed, { stepToken: session.id, address: null });
      await askEmailChange(trx, services, { userId: session.userId, newEmail: mailed.email });
      await recordAudit(trx, session, { noun: 'users', verb: 'request-email-change', id: session.userId });
      return after;
    })
    .catch((error: unknown) => {
      const field = takenField(error);
      throw field ? alreadyRegistered([field]) : error;
    });
  return { user, ...(mailed && { emailChangePending: true }) };
}

/** Refuses all taken values at once, before a mail goes out; values taken in between are refused by the indexes. */
async function refuseTaken(
  db: Db,
  { userId }: Session,
  { newEmail = '', personalPhone = '' }: { newEmail: string | undefined; personalPhone: string | undefined },
): Promise<void> {
  const [first, ...others] = await listTaken(db, { primaryEmail: newEmail, personalPhone }, userId);
  if (first) throw alreadyRegistered([first, ...others]);
}

/** Writes the changes; the audit log gets the names of the changed fields and no values. */
async function writeProfile(
  trx: Transaction<DB>,
  session: Session,
  before: User,
  changes: { [field in 'firstName' | 'lastName' | 'personalPhone']?: string | undefined },
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
  return await getUser(trx, session.userId, session.workspaceId);
}
