import type { User } from '@anupalan/contract/users';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findCompanyOfUser } from '../companies/queries.ts';
import { presentUser } from './present.ts';

/** A user with the company of their workspace. @throws AppError not-found */
export async function getUser(db: Db, userId: string): Promise<User> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'primary_email', 'personal_phone', 'role', 'status', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'User not found'));
  return presentUser(row, await findCompanyOfUser(db, userId));
}
