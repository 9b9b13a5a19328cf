import { Button } from '@mantine/core';
import { usePurchase } from '../payments/use-purchase.ts';

/** Button that buys the next month, shown in the last days of the paid one (R-plans-11). */
export function RenewButton() {
  const { start, busy } = usePurchase();
  return (
    <Button onClick={() => start()} disabled={busy}>
      {busy ? 'Processing...' : 'Renew Premium'}
    </Button>
  );
}
