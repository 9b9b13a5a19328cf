import type { Role } from '@anupalan/domain/plans';
import type { Transaction } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';

/** A user whose plan is about to change. */
export interface Customer {
  readonly id: string;
  readonly role: Role;
  readonly primaryEmail: string;
  readonly firstName: string;
  readonly personalPhone: string;
}

/** Locks a user for a change of their plan, so that such changes queue. @returns null when the user was erased. */
export async function lockCustomer(trx: Transaction<DB>, userId: string): Promise<Customer | null> {
  const row = await trx
    .selectFrom('users')
    .select([
      'id',
      'role',
      'primary_email as primaryEmail',
      'first_name as firstName',
      'personal_phone as personalPhone',
    ])
    .where('id', '=', userId)
    // The lock lets records that the user is just making still refer to them.
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The end of the last period that was bought and not ended early; null when there is none. */
export async function findLastEnd(db: Db, userId: string): Promise<Temporal.Instant | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select('ends_at')
    .where('user_id', '=', userId)
    .where('ended_early_at', 'is', null)
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.ends_at.toTemporalInstant() ?? null;
}
