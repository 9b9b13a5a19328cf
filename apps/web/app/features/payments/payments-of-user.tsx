import type { Payment } from '@anupalan/contract/payments';
import { can } from '@anupalan/domain/permissions';
import { isWithinRefundTime, REFUND_DAYS } from '@anupalan/domain/subscriptions';
import { Button, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { formatPrice } from '../../lib/text/format-price.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { usePaymentsOfUser, useRefundOrder } from './calls.ts';
import { PaymentList } from './payment-list.tsx';

const OUT_OF_TIME = ` The ${REFUND_DAYS} days of the refund policy are over.`;

/** Payments of a user, with refunds by an administrator (R-payments-20). */
export function PaymentsOfUser({ userId }: { userId: string }) {
  const { data: state, error } = usePaymentsOfUser(userId);
  const refunds = can(useActor(), 'payments.refund');
  return (
    <Facts title="Payments" facts={[]}>
      {!state && !error && <Skeleton height={60} radius="md" aria-label="Loading payments…" role="status" />}
      {!state && error && <Text role="alert">{error.message}</Text>}
      {state && (
        <PaymentList
          payments={state.payments}
          more={(payment) => refunds && <Refund payment={payment} isInTime={isRefundInTime(state.payments)} />}
        />
      )}
    </Facts>
  );
}

/** Refund period: within 14 days of the first subscription among the payments listed (R-plans-16). */
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
  const amount = formatPrice(payment.amount);
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
