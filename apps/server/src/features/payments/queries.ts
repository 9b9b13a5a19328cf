import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { Orders } from '../../platform/postgres/database-schema.ts';
import type { Gateway } from './gateway/open-payment-gateway.ts';

export type Order = Selectable<Orders>;

export async function findOrder(db: Db, orderId: string): Promise<Order | null> {
  const row = await db.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  return row ?? null;
}

/** The order of a user that still waits for its payment; the database allows one (R-payments-2). */
export async function findOpenOrder(db: Db, userId: string): Promise<Order | null> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', ['created', 'active'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The orders that a user has paid for without being given anything, oldest first. One "paid" at the local gateway
 * counts only while that is the gateway: no money came.
 */
export async function listUnusedOrders(db: Db, userId: string, gateway: Gateway | null): Promise<Order[]> {
  return await db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'paid')
    .where('granted_at', 'is', null)
    .$if(gateway?.provider !== 'local', (query) => query.where('provider', '<>', 'local'))
    .orderBy('created_at')
    .execute();
}

/** The id of the user who ordered; an erased user leaves the bare id in the ledger (R-users-24). */
export async function findOrdererId(db: Db, order: Order): Promise<string> {
  if (order.user_id !== null) return order.user_id;
  const row = await db
    .selectFrom('ledger')
    .select('user_id')
    .where('order_id', '=', order.id)
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.user_id;
}

/**
 * Minutes after an order was made at which the provider is asked about it: 2, 10, 60, then hourly for a day
 * (R-payments-10).
 */
export const CHECKED_AFTER_MINUTES = [2, 10, ...Array.from({ length: 24 }, (_, hour) => (hour + 1) * 60)];

/** Seconds before the provider is asked about the same order again, so that one that doesn't answer gets a pause. */
const PAUSE_SECONDS = 90;

/** Orders asked about in one run at most. */
const CHECKED_AT_ONCE = 20;

/**
 * Orders whose next question is due: those that wait for a payment, those that are paid and not granted yet, and those
 * that are over and yet may be paid late through a session that a browser still has (R-payments-10).
 */
export async function listOrdersToCheck(db: Db, provider: Order['provider'], now: Temporal.Instant): Promise<Order[]> {
  const minutes = sql`(${sql.val(CHECKED_AFTER_MINUTES)}::int[])[checks + 1]`;
  return await db
    .selectFrom('orders')
    .selectAll()
    .where('provider', '=', provider)
    .where(({ eb, and, or }) =>
      or([
        eb('status', 'in', ['created', 'active']),
        and([eb('status', '=', 'failed'), eb('payment_session_id', 'is not', null)]),
        and([eb('status', '=', 'paid'), eb('granted_at', 'is', null)]),
      ]),
    )
    .where('checks', '<', CHECKED_AFTER_MINUTES.length)
    .where(sql<boolean>`created_at + ${minutes} * interval '1 minute' <= ${now.toString()}::timestamptz`)
    .where(({ eb, or }) =>
      or([
        eb('checked_at', 'is', null),
        eb('checked_at', '<=', new Date(now.epochMilliseconds - PAUSE_SECONDS * 1_000)),
      ]),
    )
    .orderBy(sql`checked_at asc nulls first`)
    .limit(CHECKED_AT_ONCE)
    .execute();
}
