import { PlacedOrder } from '@anupalan/contract/payments';

/** What Cashfree's checkout opens with. */
const Checkout = PlacedOrder.pick({ mode: true, payment_session_id: true });
export type Checkout = Pick<PlacedOrder, 'mode' | 'payment_session_id'>;

const KEY = 'checkout';

/**
 * Leaves for the one page whose policy lets the provider's script run: a document of its own. What is to be paid goes
 * along in this tab and never in an address, so no link can begin a payment.
 */
export function leaveForCheckout({ mode, payment_session_id }: Checkout): void {
  sessionStorage.setItem(KEY, JSON.stringify({ mode, payment_session_id }));
  window.location.assign('/payment/checkout');
}

/** What this tab left to pay, once: coming back from the provider doesn't begin it again. */
export function takeCheckout(): Checkout | null {
  const left = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return left === null ? null : (Checkout.safeParse(JSON.parse(left)).data ?? null);
}
