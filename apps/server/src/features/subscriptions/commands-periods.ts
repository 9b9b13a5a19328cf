import { randomUUIDv7 } from 'node:crypto';
import type { Period } from '@anupalan/domain/subscriptions';
import type { Transaction } from 'kysely';
import type { DB } from '../../platform/postgres/database-schema.ts';

/** Gives a customer the month that an order bought (R-plans-10). */
export async function addPeriod(
  trx: Transaction<DB>,
  of: { userId: string; orderId: string },
  { startsAt, endsAt }: Period,
  now: Temporal.Instant,
): Promise<void> {
  await trx
    .insertInto('subscriptions')
    .values({
      id: randomUUIDv7(),
      user_id: of.userId,
      order_id: of.orderId,
      plan: 'premium',
      starts_at: startsAt.toString(),
      ends_at: endsAt.toString(),
      created_at: now.toString(),
    })
    .execute();
}

/**
 * Ends the periods that a customer, or one order of theirs, bought; also those that are over, so that none can count
 * again.
 * @returns how many periods those were
 */
export async function endPeriods(
  trx: Transaction<DB>,
  of: { userId: string } | { orderId: string },
  now: Temporal.Instant,
): Promise<number> {
  const ended = await trx
    .updateTable('subscriptions')
    .set({ ended_early_at: now.toString() })
    .where('ended_early_at', 'is', null)
    .where((eb) => ('orderId' in of ? eb('order_id', '=', of.orderId) : eb('user_id', '=', of.userId)))
    .returning('id')
    .execute();
  return ended.length;
}
