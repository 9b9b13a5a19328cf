import { PlacedOrder } from '@anupalan/contract/payments';

/** What Cashfree's checkout opens with. */
const Checkout = PlacedOrder.pick({ mode: true, payment_session_id: true });
export type Checkout = Pick<PlacedOrder, 'mode' | 'payment_session_id'>;

/** Why a checkout did not open, in the words of specification 1, section 8. */
const FAILURES = {
  'no-script': 'Failed to initialize payment',
  refused: 'Failed to initiate payment. Please try again.',
} as const;
type Failure = keyof typeof FAILURES;

const KEYS = { checkout: 'checkout', orderId: 'checkout-order', failure: 'checkout-failure' } as const;

/**
 * Leaves for the one page whose policy lets the provider's script run: a document of its own. What is to be paid goes
 * along in this tab and never in an address, so no link can begin a payment.
 */
export function leaveForCheckout({
  order_id,
  mode,
  payment_session_id,
}: Checkout & Pick<PlacedOrder, 'order_id'>): void {
  sessionStorage.setItem(KEYS.checkout, JSON.stringify({ mode, payment_session_id }));
  sessionStorage.setItem(KEYS.orderId, order_id);
  window.location.assign('/payment/checkout');
}

/** What this tab left to pay, once: coming back from the provider doesn't begin it again. */
export function takeCheckout(): Checkout | null {
  const left = take(KEYS.checkout);
  return left === null ? null : (Checkout.safeParse(JSON.parse(left)).data ?? null);
}

/** Leaves the checkout for the page that asks what became of its order. */
export function leaveForStatus(): void {
  const orderId = sessionStorage.getItem(KEYS.orderId) ?? '';
  window.location.replace(`/payment/status?order_id=${encodeURIComponent(orderId)}`);
}

/** Leaves the checkout that did not open for the plans, which say why. */
export function leaveForPlans(failure: Failure): void {
  sessionStorage.setItem(KEYS.failure, failure);
  window.location.replace('/plans');
}

/** Why the checkout that this tab comes from did not open, once. */
export function takeFailure(): string | null {
  const failure = take(KEYS.failure);
  return failure === 'no-script' || failure === 'refused' ? FAILURES[failure] : null;
}

function take(key: string): string | null {
  const left = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return left;
}
