import type { Payment } from '@anupalan/contract/payments';
import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatPrice } from '../../lib/text/format-price.ts';
import { formatDayOf } from '../../lib/time/dates.ts';
import { RecordLine, RecordList } from '../../ui/lists/record-list.tsx';
import { useDownloadReceipt } from './calls.ts';
import { describePayment } from './describe-payment.ts';

type Props = { payments: readonly Payment[]; more?: (payment: Payment) => ReactNode };

/** Payments with their receipts, newest first (R-payments-18). @param more further actions on a payment */
export function PaymentList({ payments, more }: Props) {
  return (
    <RecordList label="Payments" count={payments.length} empty="No payments yet.">
      {payments.map((payment) => (
        <RecordLine
          key={payment.order_id}
          title={formatPrice(payment.amount)}
          aside={<Day of={payment.paidAt ?? payment.createdAt} />}
          detail={describePayment(payment)}
        >
          {payment.receiptNumber !== null && <ReceiptButton number={payment.receiptNumber} />}
          {more?.(payment)}
        </RecordLine>
      ))}
    </RecordList>
  );
}

function Day({ of: moment }: { of: string }) {
  return (
    <Text component="time" dateTime={moment} size="sm" c="dimmed">
      {formatDayOf(moment)}
    </Text>
  );
}

function ReceiptButton({ number }: { number: number }) {
  const receipt = useDownloadReceipt();
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconDownload size={14} stroke={1.8} aria-hidden />}
      loading={receipt.isPending}
      onClick={() => receipt.mutate(number)}
      aria-label={`Download receipt ${number}`}
    >
      Receipt
    </Button>
  );
}
