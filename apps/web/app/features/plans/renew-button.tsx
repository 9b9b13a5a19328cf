import { Button } from '@mantine/core';
import { usePurchase } from '../payments/use-purchase.ts';

/** Buys the next month; there in the last days of what is paid (decisions, section 6). */
export function RenewButton() {
  const { start, busy } = usePurchase();
  return (
    <Button onClick={() => start()} disabled={busy}>
      {busy ? 'Processing...' : 'Renew Premium'}
    </Button>
  );
}
