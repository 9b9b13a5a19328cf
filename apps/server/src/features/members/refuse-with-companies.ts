import { sql, type Transaction } from 'kysely';
import { AppError } from '../../platform/errors/errors.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';

/**
 * Refuses to make an administrator of who is in companies of others, or owns several: administrators keep one workspace,
 * their own (R-companies-26).
 * @throws AppError conflict
 */
export async function refuseWithCompanies(trx: Transaction<DB>, userId: string): Promise<void> {
  const { rows } = await sql<{ others: boolean }>`
    select role <> 'owner' as others from memberships
    where user_id = ${userId} and (role <> 'owner' or company_id is not null)`.execute(trx);
  if (!rows.some(({ others }) => others) && rows.length <= 1) return;
  throw new AppError('conflict', 'This user has to hand over or leave all companies but one of their own first');
}
