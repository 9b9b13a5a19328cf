import { randomUUIDv7 } from 'node:crypto';
import type { Registration } from '@anupalan/contract/auth';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { confirmCompany, insertUnconfirmedCompany } from '../companies/commands-sign-up.ts';
import { leaveOwnWorkspaces, openWorkspace } from '../members/commands.ts';
import { getOwnWorkspace } from '../members/queries.ts';

/**
 * Inserts a sign-up: a workspace with a pending user and an unconfirmed company (R-accounts-3).
 * @returns the user's id.
 */
export async function insertSignUp(trx: Transaction<DB>, form: Registration, passwordHash: string): Promise<string> {
  const { userId, workspaceId } = await insertPendingUser(trx, form, passwordHash);
  await insertUnconfirmedCompany(trx, workspaceId, form);
  return userId;
}

type PersonForm = Pick<Registration, 'firstName' | 'lastName' | 'personalPhone' | 'primaryEmail'>;

/** Inserts a pending user who owns an empty workspace: all of a sign-up that registers no company (R-members-39). */
export async function insertPendingUser(
  trx: Transaction<DB>,
  form: PersonForm,
  passwordHash: string,
): Promise<{ userId: string; workspaceId: WorkspaceId }> {
  const userId = randomUUIDv7();
  await trx
    .insertInto('users')
    .values({
      id: userId,
      first_name: form.firstName,
      last_name: form.lastName,
      primary_email: form.primaryEmail,
      personal_phone: form.personalPhone,
      password_hash: passwordHash,
      status: 'pending',
    })
    .execute();
  return { userId, workspaceId: await openWorkspace(trx, userId) };
}

/** Makes a sign-up count, with its company if it has one (R-accounts-7). @throws a unique violation when a value was taken first. */
export async function activateSignUp(
  trx: Transaction<DB>,
  userId: string,
): Promise<{ email: string; firstName: string }> {
  const user = await trx
    .updateTable('users')
    .set({ status: 'active', updated_at: sql<Date>`now()` })
    .where('id', '=', userId)
    .where('status', '=', 'pending')
    .returning(['primary_email', 'first_name'])
    .executeTakeFirstOrThrow();
  await confirmCompany(trx, await getOwnWorkspace(trx, userId));
  return { email: user.primary_email, firstName: user.first_name };
}

/** Deletes sign-ups that nobody confirmed within a week, with their workspaces and companies (R-accounts-10). */
export async function deleteOldSignUps(trx: Transaction<DB>): Promise<void> {
  const old = await trx
    .selectFrom('users')
    .select('id')
    .where('status', '=', 'pending')
    .where('created_at', '<', sql<Date>`now() - interval '7 days'`)
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = old.map(({ id }) => id);
  if (ids.length === 0) return;
  await leaveOwnWorkspaces(trx, ids, { ownerlessFor: '0 days' });
  await trx.deleteFrom('users').where('id', 'in', ids).execute();
}
