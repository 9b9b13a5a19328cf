import { sql } from 'kysely';
import type { Account } from '../../identity/accounts.ts';
import { defaultWorkspaceOf } from '../../identity/members/membership.ts';
import type { UniqueValues } from '../../identity/taken-fields.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';

/** The newest sign-ups of an e-mail that wait for their code; few, because each costs a password check. */
export function listPendingUsers(db: Db, email: string): Promise<Account[]> {
  return db
    .selectFrom('users')
    .select(['id', 'status', 'password_hash'])
    .where('primary_email', '=', email)
    .where('status', '=', 'pending')
    .orderBy('created_at', 'desc')
    .limit(3)
    .execute();
}

/** The values that a sign-up claims for itself; empty where it asked for no company. */
export function getSignUpValues(db: Db, userId: string): Promise<UniqueValues> {
  return db
    .selectFrom('users')
    .leftJoin('companies', (join) => join.on('companies.workspace_id', '=', defaultWorkspaceOf(sql.ref('users.id'))))
    .select([
      'primary_email as primaryEmail',
      'personal_phone as personalPhone',
      sql<string>`coalesce(company_email, '')`.as('companyEmail'),
      sql<string>`coalesce(company_phone, '')`.as('companyPhone'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** The hash of a user's present password. @throws AppError unauthenticated for one who was just erased. */
export async function getPasswordHash(db: Db, userId: string): Promise<string> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('unauthenticated', 'Please sign in to continue'));
  return password_hash;
}
