import type { Payment } from '@anupalan/contract/payments';
import { toRupees } from '@anupalan/domain/money';
import type { Order } from './queries.ts';

export interface PaymentRow
  extends Pick<
    Order,
    'order_id' | 'amount_paise' | 'status' | 'created_at' | 'paid_at' | 'refunded_at' | 'refund_failed_at'
  > {
  readonly starts_at: Date | null;
  readonly ends_at: Date | null;
  readonly ended_early_at: Date | null;
  readonly number: number | null;
}

export function presentPayment(row: PaymentRow): Payment {
  return {
    order_id: row.order_id,
    amount: toRupees(row.amount_paise),
    currency: 'INR',
    status: row.status,
    createdAt: row.created_at.toISOString(),
    paidAt: row.paid_at?.toISOString() ?? null,
    refundedAt: row.refunded_at?.toISOString() ?? null,
    refundFailedAt: row.refund_failed_at?.toISOString() ?? null,
    period: row.starts_at &&
      row.ends_at && {
        startsAt: row.starts_at.toISOString(),
        endsAt: row.ends_at.toISOString(),
        endedEarlyAt: row.ended_early_at?.toISOString() ?? null,
      },
    receiptNumber: row.number,
  };
}
