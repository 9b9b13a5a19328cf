import type { AuditVerb } from '@anupalan/contract/audit-log';
import { type Author, recordAudit } from '../../identity/audit.ts';
import { matchesSecret } from '../../identity/secrets.ts';
import type { Services } from '../../services.ts';

/** A password that somebody types who is known by a session or by a link. */
interface OwnPassword {
  readonly userId: string;
  /** The author of a failure; null when only a link was shown. */
  readonly by: Author;
  /** The session or the change of address whose tries count together, so that nobody else's use them up. */
  readonly triesOf: string;
  readonly password: string;
  /** The hashes of the passwords that are accepted. */
  readonly hashes: readonly string[];
  /** The failure in the audit log. */
  readonly failure:
    | { noun: 'auth'; verb: AuditVerb<'auth'> & 'fail-reauthenticate' }
    | { noun: 'users'; verb: AuditVerb<'users'> & ('fail-change-password' | 'fail-undo-email-change') };
}

/**
 * Compares a typed password with those that are accepted. A wrong one is counted before it is tried, so that guessing
 * in parallel gains nothing (R-accounts-62).
 * @returns the hash of the right one, or undefined.
 * @throws AppError too-many after 20 wrong passwords an hour.
 */
export async function findOwnPassword(
  { database: { db }, limits }: Pick<Services, 'database' | 'limits'>,
  { userId, by, triesOf, password, hashes, failure }: OwnPassword,
): Promise<string | undefined> {
  const refuse = (reason: 'too-many-tries' | 'wrong-password') =>
    recordAudit(db, by, { ...failure, id: userId, details: { reason } });
  await limits.wrongOwnPasswords.spend(`${userId}:${triesOf}`, () => refuse('too-many-tries'));
  const matches = await Promise.all(hashes.map((hash) => matchesSecret(hash, password)));
  const right = hashes.find((_, index) => matches[index]);
  if (right === undefined) await refuse('wrong-password');
  else await limits.wrongOwnPasswords.refund(`${userId}:${triesOf}`);
  return right;
}
