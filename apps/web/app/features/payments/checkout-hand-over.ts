import { PlacedOrder } from '@anupalan/contract/payments';
import { CHECKOUT_KEYS } from './checkout-keys.ts';

/** Values that Cashfree's checkout opens with. */
const Checkout = PlacedOrder.pick({ mode: true, payment_session_id: true });
export type Checkout = Pick<PlacedOrder, 'mode' | 'payment_session_id'>;

/** Messages for a checkout that did not open (R-payments-16). */
const FAILURES = {
  'no-script': 'Failed to initialize payment',
  refused: 'Failed to initiate payment. Please try again.',
} as const;
type Failure = keyof typeof FAILURES;

/**
 * Loads /payment/checkout, the one document whose content policy lets the provider's script run (R-payments-13). The
 * payment travels in this tab's storage and never in an address, so that no link can begin one.
 */
export function leaveForCheckout({
  order_id,
  mode,
  payment_session_id,
}: Checkout & Pick<PlacedOrder, 'order_id'>): void {
  sessionStorage.setItem(CHECKOUT_KEYS.checkout, JSON.stringify({ mode, payment_session_id }));
  sessionStorage.setItem(CHECKOUT_KEYS.orderId, order_id);
  window.location.assign('/payment/checkout');
}

/** Payment handed over in this tab, removed when read: coming back from the provider doesn't begin it again. */
export function takeCheckout(): Checkout | null {
  const left = take(CHECKOUT_KEYS.checkout);
  return left === null ? null : (Checkout.safeParse(JSON.parse(left)).data ?? null);
}

/** Replaces the checkout by the page that asks about its order. */
export function leaveForStatus(): void {
  const orderId = sessionStorage.getItem(CHECKOUT_KEYS.orderId) ?? '';
  window.location.replace(`/payment/status?order_id=${encodeURIComponent(orderId)}`);
}

/** Replaces a checkout that did not open by the plans, which say why. */
export function leaveForPlans(failure: Failure): void {
  sessionStorage.setItem(CHECKOUT_KEYS.failure, failure);
  window.location.replace('/plans');
}

/** Message about a checkout of this tab that did not open, removed when read. */
export function takeFailure(): string | null {
  const failure = take(CHECKOUT_KEYS.failure);
  return failure === 'no-script' || failure === 'refused' ? FAILURES[failure] : null;
}

function take(key: string): string | null {
  const left = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return left;
}
