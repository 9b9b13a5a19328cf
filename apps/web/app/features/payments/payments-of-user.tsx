import type { Payment } from '@anupalan/contract/payments';
import { isWithinRefundTime, REFUND_DAYS } from '@anupalan/domain/subscriptions';
import { Button, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDayOf } from '../../lib/dates.ts';
import { formatRupees } from '../../lib/format-rupees.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { usePaymentsOfUser } from './list-payments-of-user.ts';
import { PaymentList } from './payment-list.tsx';
import { useRefundOrder } from './refund-order.ts';

const OUT_OF_TIME = ` The ${REFUND_DAYS} days of the refund policy are over.`;

/** What a user paid, and how an administrator gives it back (decisions, section 6). */
export function PaymentsOfUser({ userId }: { userId: string }) {
  const { data: state, error } = usePaymentsOfUser(userId);
  return (
    <Facts title="Payments" facts={[]}>
      {!state && !error && <Skeleton height={60} radius="md" aria-label="Loading payments…" role="status" />}
      {!state && error && <Text role="alert">{error.message}</Text>}
      {state && (
        <PaymentList
          payments={state.payments}
          more={(payment) => <Refund payment={payment} isInTime={isRefundInTime(state.payments)} />}
        />
      )}
    </Facts>
  );
}

/** Whether the refund policy gives the money back: within days of the first subscription (of those listed). */
function isRefundInTime(payments: readonly Payment[]): boolean {
  const first = payments.findLast(({ paidAt }) => paidAt !== null)?.paidAt;
  return (
    first !== undefined && first !== null && isWithinRefundTime(Temporal.Now.instant(), Temporal.Instant.from(first))
  );
}

function Refund({ payment, isInTime }: { payment: Payment; isInTime: boolean }) {
  const refund = useRefundOrder();
  const [asking, setAsking] = useState(false);
  if (payment.status !== 'paid' && payment.refundFailedAt === null) return null;
  const amount = formatRupees(payment.amount);
  const [action, question] =
    payment.status === 'paid'
      ? [
          'Refund',
          `Are you sure you want to refund ${amount}? What it bought ends at once.${isInTime ? '' : OUT_OF_TIME}`,
        ]
      : ['Repeat refund', `Are you sure you want to refund ${amount} again? The refund before has failed.`];
  const paidOn = formatDayOf(payment.paidAt ?? payment.createdAt);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => setAsking(true)}
        aria-label={`${action} ${amount} of ${paidOn}`}
      >
        {action}
      </Button>
      <ConfirmDialog
        opened={asking}
        question={question}
        action={action}
        busy={refund.isPending}
        onConfirm={() => refund.mutate(payment.order_id, { onSettled: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
