import { randomInt, randomUUIDv7 } from 'node:crypto';
import { recordAudit } from '../../identity/audit.ts';
import { hashSecret } from '../../identity/secrets.ts';
import { StartupError } from '../../platform/errors/startup-error.ts';
import { violatedUniqueKey } from '../../platform/postgres/database-errors.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import type { Services } from '../../services.ts';
import { openWorkspace } from '../members/commands.ts';
import { DEFAULT_ADMIN_EMAIL, requireAdministratorPassword } from './administrator-password.ts';

/** The administrator that this start has made; the password is shown once, unless it was given. */
export interface NewAdministrator {
  email: string;
  password: string;
  passwordWasGiven: boolean;
}

/**
 * Makes the first administrator (active, verified, with a workspace but no company yet) when there is none (R-users-9).
 * @returns the one made, or null when there already is one.
 * A password that the server makes up has to be changed: the screen asks for it in local mode, the server elsewhere
 * (R-users-50).
 * @throws StartupError when ADMIN_EMAIL is missing though mail is sent for real, or belongs to somebody else; when
 * ADMIN_PASSWORD is no good one.
 */
export async function ensureAdministrator({
  database: { db },
  config,
}: Pick<Services, 'database' | 'config'>): Promise<NewAdministrator | null> {
  return db.transaction().execute(async (trx) => {
    // The lock lets two instances that start at once make one administrator.
    await queueForChange(trx, 'first administrator');
    const existing = await trx
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('status', '<>', 'pending')
      .executeTakeFirst();
    if (existing) return null;
    if (config.smtpUrl && !config.adminEmail) {
      throw new StartupError(
        'ADMIN_EMAIL is required with SMTP_URL, because there is no administrator yet, for example ADMIN_EMAIL=you@example.in',
      );
    }
    const administrator = {
      email: config.adminEmail ?? DEFAULT_ADMIN_EMAIL,
      password: config.adminPassword ?? makePassword(),
      passwordWasGiven: config.adminPassword !== undefined,
    };
    requireAdministratorPassword(config);
    const userId = randomUUIDv7();
    await trx
      .insertInto('users')
      .values({
        id: userId,
        first_name: 'Admin',
        last_name: 'Anupalan',
        primary_email: administrator.email,
        personal_phone: '',
        password_hash: await hashSecret(administrator.password),
        role: 'admin',
        status: 'active',
        password_change: administrator.passwordWasGiven ? null : config.localMode ? 'asked' : 'required',
      })
      .execute()
      .catch((error) => {
        if (violatedUniqueKey(error) === null) throw error;
        throw new StartupError(
          'ADMIN_EMAIL belongs to somebody who is no administrator: choose another, for example ADMIN_EMAIL=admin@example.in',
        );
      });
    await openWorkspace(trx, userId);
    await recordAudit(trx, null, { noun: 'users', verb: 'create-first-administrator', id: userId });
    return administrator;
  });
}

/** Letters and digits without those that look alike. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/** A random password of five groups, which keeps the rules that any other keeps: 145 bits, and easy to copy. */
function makePassword(): string {
  const group = () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  const password = Array.from({ length: 5 }, group).join('-');
  return /[A-Z]/.test(password) && /[a-z]/.test(password) && /[0-9]/.test(password) ? password : makePassword();
}
