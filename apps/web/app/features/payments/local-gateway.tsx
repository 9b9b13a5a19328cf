import type { LocalPayment } from '@anupalan/contract/payments';
import { Button, Stack, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { Link } from '../../lib/company/company-link.tsx';
import { formatPrice } from '../../lib/text/format-price.ts';
import { FormCard } from '../../ui/forms/form-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Loading } from '../../ui/pages/loading.tsx';
import { MessagePage } from '../../ui/pages/message-page.tsx';
import { useActOnLocalPayment, useLocalPayment } from './calls.ts';
import classes from './local-gateway.module.css';

/** Local gateway's page, in place of a provider's checkout where there are no credentials for one (R-payments-17). */
export function LocalGateway() {
  const [params] = useSearchParams();
  const session = params.get('session') ?? '';
  const payment = useLocalPayment(session);
  if (payment.data) return <Checkout session={session} payment={payment.data} />;
  if (payment.data === null) {
    return (
      <MessagePage title="Payment not found" text="There is nothing to pay here.">
        <Button component={Link} to="/plans">
          Back to the plans
        </Button>
      </MessagePage>
    );
  }
  if (!payment.error) return <Loading />;
  return (
    <MessagePage title="Sandbox payment" text={payment.error.message}>
      <Button onClick={() => payment.refetch()}>Try again</Button>
    </MessagePage>
  );
}

function Checkout({ session, payment }: { session: string; payment: LocalPayment }) {
  const action = useActOnLocalPayment(session);
  // Busy until the browser has left, so that nothing is pressed twice.
  const busy = action.isPending || action.isSuccess;
  return (
    <FormCard title="Sandbox payment" text="Anupalan Premium, one month">
      <Stack gap="lg">
        <p className={classes.amount}>{formatPrice(payment.amount)}</p>
        <Notice title="Sandbox payment: no money moves">
          This page stands in for the payment provider. Choose how the payment ends.
        </Notice>
        {payment.status === 'ACTIVE' || busy ? (
          <Stack gap="sm">
            <Button size="md" onClick={() => action.mutate('pay')} disabled={busy}>
              Pay {formatPrice(payment.amount)}
            </Button>
            <Button size="md" variant="default" onClick={() => action.mutate('fail')} disabled={busy}>
              Fail payment
            </Button>
            <Button size="md" variant="default" onClick={() => action.mutate('close')} disabled={busy}>
              Close
            </Button>
          </Stack>
        ) : (
          <Stack gap="sm">
            <Text>{OVER[payment.status]}</Text>
            <Button size="md" component={Link} to={`/payment/status?order_id=${payment.order_id}`}>
              Continue
            </Button>
          </Stack>
        )}
        <Text size="sm" c="dimmed" className={classes.order}>
          Order {payment.order_id}
        </Text>
      </Stack>
    </FormCard>
  );
}

const OVER = {
  PAID: 'This order is paid.',
  FAILED: 'This payment has failed.',
  EXPIRED: 'The time to pay this order is over.',
};
