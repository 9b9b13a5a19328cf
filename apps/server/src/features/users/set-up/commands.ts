import { sql } from 'kysely';
import { holdUser } from '../../../identity/accounts.ts';
import { asAuthor, recordAudit } from '../../../identity/audit.ts';
import { refuseCommonPassword } from '../../../identity/password-policy.ts';
import { digestToken, hashSecret, newToken } from '../../../identity/secrets.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Services } from '../../../services.ts';
import { renewPassword } from '../commands-credentials.ts';

/** The time in which a printed link works; the next start prints another. */
const LIFETIME = '24 hours';

/** A link by which the administrator who was made up chooses a password. */
export interface SetUpLink {
  readonly email: string;
  readonly url: string;
}

/**
 * Makes a link for the administrator whose password the server made up, as long as they have not changed it
 * (R-users-51). Links of other starts work on, since several instances start one after the other. Outside local mode the
 * server insists on the change from now on.
 * @returns null when there is no such administrator.
 */
export async function renewSetUpLink({
  database: { db },
  config,
}: Pick<Services, 'database' | 'config'>): Promise<SetUpLink | null> {
  return db.transaction().execute(async (trx) => {
    if (!config.localMode) {
      await trx
        .updateTable('users')
        .set({ password_change: 'required' })
        .where('password_change', '=', 'asked')
        .execute();
    }
    const user = await trx
      .selectFrom('users')
      .select(['id', 'primary_email'])
      .where('role', '=', 'admin')
      .where('status', '=', 'active')
      .where('password_change', 'is not', null)
      // Whose change of address was undone chooses another password too, and knows the one they have.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('email_changes')
              .select('email_changes.id')
              .whereRef('email_changes.user_id', '=', 'users.id')
              .where('email_changes.status', '=', 'undone'),
          ),
        ),
      )
      .orderBy('created_at')
      .executeTakeFirst();
    await trx.deleteFrom('set_up_links').where('expires_at', '<', sql<Date>`now()`).execute();
    if (!user) return null;
    const token = newToken();
    await trx
      .insertInto('set_up_links')
      .values({ token_hash: digestToken(token), user_id: user.id, expires_at: sql`now() + ${LIFETIME}::interval` })
      .execute();
    return { email: user.primary_email, url: `${config.publicUrl}/set-up#${token}` };
  });
}

/**
 * Sets the first password that an administrator chose themselves; all links and sessions end, and mail tells (R-users-51).
 * @throws AppError invalid when the link was used, is older than a day or was none, and as the password policy
 */
export async function setUpAdministrator(
  services: Services,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const { database, config } = services;
  const { db } = database;
  const link = await db
    .selectFrom('set_up_links as link')
    .innerJoin('users as user', 'user.id', 'link.user_id')
    .select(['user.id', 'user.primary_email'])
    .where('link.token_hash', '=', digestToken(token))
    .where('link.expires_at', '>', sql<Date>`now()`)
    .where('user.status', '=', 'active')
    .where('user.password_change', 'is not', null)
    .executeTakeFirst();
  if (!link) throw spent();
  refuseCommonPassword(config, { field: 'newPassword', password: newPassword, email: link.primary_email });
  const passwordHash = await hashSecret(newPassword);
  await db.transaction().execute(async (trx) => {
    // The user comes before the links, as when a start prints another, so that neither waits for the other.
    await holdUser(trx, link.id);
    const used = await trx.deleteFrom('set_up_links').where('user_id', '=', link.id).returning('token_hash').execute();
    if (used.length === 0) throw spent();
    await renewPassword(trx, services, { userId: link.id, email: link.primary_email, passwordHash });
    await recordAudit(trx, asAuthor(link.id), { noun: 'users', verb: 'set-up', id: link.id });
  });
}

function spent(): AppError {
  return new AppError(
    'invalid',
    'This link no longer works. Sign in with the password you chose, or restart the server for another link.',
  );
}
