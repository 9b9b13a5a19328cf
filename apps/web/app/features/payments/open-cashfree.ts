import type { Checkout } from './checkout-hand-over.ts';

/** Error: the provider's script could not be loaded. */
export class CheckoutUnavailable extends Error {
  override readonly name = 'CheckoutUnavailable';

  constructor(cause: unknown) {
    super("The provider's script was not loaded", { cause });
  }
}

/** Hands this window to Cashfree's checkout, whose script loads only now (R-payments-14). */
export async function openCashfree({ mode, payment_session_id }: Checkout): Promise<void> {
  const cashfree = await loadCashfree(mode);
  const outcome = await cashfree.checkout({ paymentSessionId: payment_session_id, redirectTarget: '_self' });
  if (outcome?.error) throw new Error('The checkout was not opened', { cause: outcome.error });
}

async function loadCashfree(mode: Checkout['mode']) {
  try {
    const { load } = await import('@cashfreepayments/cashfree-js');
    const cashfree = await load({ mode });
    if (cashfree === null) throw new Error('There is no browser');
    return cashfree;
  } catch (error) {
    throw new CheckoutUnavailable(error);
  }
}
