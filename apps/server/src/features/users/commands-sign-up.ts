import { randomUUIDv7 } from 'node:crypto';
import type { Registration } from '@anupalan/contract/auth';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { confirmCompany, insertUnconfirmedCompany } from '../companies/commands-sign-up.ts';
import { deleteWorkspacesWithoutUsers, insertWorkspace } from './commands-workspace.ts';

/**
 * Inserts a sign-up: a workspace with a pending user and an unconfirmed company (R-accounts-3).
 * @returns the user's id.
 */
export async function insertSignUp(trx: Transaction<DB>, form: Registration, passwordHash: string): Promise<string> {
  const workspaceId = await insertWorkspace(trx);
  const userId = randomUUIDv7();
  await trx
    .insertInto('users')
    .values({
      id: userId,
      workspace_id: workspaceId,
      first_name: form.firstName,
      last_name: form.lastName,
      primary_email: form.primaryEmail,
      personal_phone: form.personalPhone,
      password_hash: passwordHash,
      status: 'pending',
    })
    .execute();
  await insertUnconfirmedCompany(trx, workspaceId, form);
  return userId;
}

/** Makes a sign-up count, with its company (R-accounts-7). @throws a unique violation when a value was taken first. */
export async function activateSignUp(
  trx: Transaction<DB>,
  userId: string,
): Promise<{ email: string; firstName: string }> {
  const user = await trx
    .updateTable('users')
    .set({ status: 'active', updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('status', '=', 'pending')
    .returning(['workspace_id', 'primary_email', 'first_name'])
    .executeTakeFirstOrThrow();
  await confirmCompany(trx, user.workspace_id);
  return { email: user.primary_email, firstName: user.first_name };
}

/** Deletes sign-ups that nobody confirmed within a week, with their workspaces and companies (R-accounts-10). */
export async function deleteOldSignUps(trx: Transaction<DB>): Promise<void> {
  const gone = await trx
    .deleteFrom('users')
    .where('status', '=', 'pending')
    .where('created_at', '<', sql<Date>`now() - interval '7 days'`)
    .returning('workspace_id')
    .execute();
  await deleteWorkspacesWithoutUsers(
    trx,
    gone.map(({ workspace_id }) => workspace_id),
  );
}
