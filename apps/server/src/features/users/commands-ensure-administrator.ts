import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { recordAudit } from '../../identity/audit.ts';
import { hashSecret } from '../../identity/secrets.ts';
import { StartupError } from '../../platform/errors/startup-error.ts';
import { violatedUniqueKey } from '../../platform/postgres/database-errors.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import type { Services } from '../../services.ts';
import { insertWorkspace } from './commands-workspace.ts';

/** The administrator that this start has made; the password is shown once, unless it was given. */
export interface NewAdministrator {
  email: string;
  password: string;
  passwordWasGiven: boolean;
}

/**
 * Makes the first administrator (active, verified, with a workspace but no company yet) when there is none (R-users-9).
 * @returns the one made, or null when there already is one.
 * @throws StartupError when ADMIN_EMAIL is missing though mail is sent for real, or belongs to somebody else.
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
      email: config.adminEmail ?? 'admin@anupalan.local',
      password: config.adminPassword ?? randomBytes(12).toString('base64url'),
      passwordWasGiven: config.adminPassword !== undefined,
    };
    const workspaceId = await insertWorkspace(trx);
    const userId = randomUUIDv7();
    await trx
      .insertInto('users')
      .values({
        id: userId,
        workspace_id: workspaceId,
        first_name: 'Admin',
        last_name: 'Anupalan',
        primary_email: administrator.email,
        personal_phone: '',
        password_hash: await hashSecret(administrator.password),
        role: 'admin',
        status: 'active',
      })
      .execute()
      .catch((error) => {
        if (violatedUniqueKey(error) === null) throw error;
        throw new StartupError(
          'ADMIN_EMAIL belongs to somebody who is no administrator: choose another, for example ADMIN_EMAIL=admin@example.in',
        );
      });
    await recordAudit(trx, null, { noun: 'users', verb: 'create-first-administrator', id: userId });
    return administrator;
  });
}
