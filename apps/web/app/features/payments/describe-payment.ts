import type { Payment } from '@anupalan/contract/payments';
import { formatDayOf } from '../../lib/time/dates.ts';

/** Payment in a line or two: what became of it and what it bought. */
export function describePayment(payment: Payment): string {
  return [describeStatus(payment), describePeriod(payment)].filter(Boolean).join('\n');
}

function describeStatus({ status, refundedAt, refundFailedAt }: Payment): string {
  if (refundFailedAt) return `Refund failed on ${formatDayOf(refundFailedAt)}, to be repeated`;
  switch (status) {
    case 'paid':
      return 'Paid';
    case 'refunded':
      return refundedAt ? `Refunded on ${formatDayOf(refundedAt)}` : 'Refunded';
    case 'failed':
      return 'Failed';
    case 'created':
    case 'active':
      return 'Not completed';
  }
}

function describePeriod({ period }: Payment): string {
  if (!period) return '';
  const bought = `Premium from ${formatDayOf(period.startsAt)} to ${formatDayOf(period.endsAt)}`;
  return period.endedEarlyAt ? `${bought}, ended on ${formatDayOf(period.endedEarlyAt)}` : bought;
}
