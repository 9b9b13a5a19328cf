import { PAYMENTS_LISTED, type Payment, type PlanState } from '@anupalan/contract/payments';
import { planOfRole } from '@anupalan/domain/plans';
import { GRACE_DAYS, isRenewalOpen } from '@anupalan/domain/subscriptions';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { type PaymentRow, presentPayment } from './present.ts';

/** A user's plan, the time that is paid for it, and their payments (R-payments-18). @throws AppError not-found */
export async function readPlanState(db: Db, userId: string, now: Temporal.Instant): Promise<PlanState> {
  const user = await db
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'User not found'));
  const payments = await listPayments(db, userId);
  const period = user.role === 'premium' ? await findPaidTime(db, userId, now) : null;
  const end = period?.endsAt ?? null;
  const renewalOpen = end !== null && isRenewalOpen(now, end);
  return {
    plan: planOfRole(user.role),
    period: period && { startsAt: toIso(period.startsAt), endsAt: toIso(period.endsAt) },
    fallsBackAt: end && toIso(end.add({ hours: GRACE_DAYS * 24 })),
    orderOpen: user.role === 'user' || renewalOpen,
    renewalOpen,
    payments,
  };
}

async function listPayments(db: Db, userId: string): Promise<Payment[]> {
  const rows = await selectPayments(db)
    .where('orders.user_id', '=', userId)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(PAYMENTS_LISTED)
    .execute();
  return rows.map(presentPayment);
}

/** A payment by its order's id. @throws AppError not-found */
export async function getPayment(db: Db, orderId: string): Promise<Payment> {
  const row: PaymentRow = await selectPayments(db)
    .where('orders.order_id', '=', orderId)
    .executeTakeFirstOrThrow(() => new AppError('not-found', 'Order not found'));
  return presentPayment(row);
}

function selectPayments(db: Db) {
  return db
    .selectFrom('orders')
    .leftJoin('subscriptions', 'subscriptions.order_id', 'orders.id')
    .leftJoin('receipts', 'receipts.order_id', 'orders.id')
    .select([
      'orders.order_id',
      'orders.amount_paise',
      'orders.status',
      'orders.created_at',
      'orders.paid_at',
      'orders.refunded_at',
      'orders.refund_failed_at',
      'subscriptions.starts_at',
      'subscriptions.ends_at',
      'subscriptions.ended_early_at',
      'receipts.number',
    ]);
}

/**
 * The time that is paid: from the start of the running month (in the days of grace the last one) to the end of the last
 * that is paid.
 */
async function findPaidTime(db: Db, userId: string, now: Temporal.Instant) {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['starts_at', 'ends_at'])
    .where('user_id', '=', userId)
    .where('ended_early_at', 'is', null)
    .orderBy('ends_at', 'desc')
    .limit(PAYMENTS_LISTED)
    .execute();
  const last = rows[0];
  if (!last) return null;
  const running = rows.filter(({ ends_at }) => ends_at.getTime() > now.epochMilliseconds).at(-1) ?? last;
  return { startsAt: running.starts_at.toTemporalInstant(), endsAt: last.ends_at.toTemporalInstant() };
}

function toIso(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'millisecond' });
}
