import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type BlockerFunction, createPath, useBlocker } from 'react-router';
import { leaveForPlans, leaveForStatus, takeCheckout } from './checkout-hand-over.ts';
import { CheckoutUnavailable, openCashfree } from './open-cashfree.ts';
import { PaymentWait } from './payment-wait.tsx';

/**
 * Provider's checkout in this window. Without a payment to open, as after Back, it leads to the order's status
 * (R-payments-14).
 */
export function PaymentCheckout() {
  useOwnDocument();
  useComingBack();
  useQuery({
    queryKey: ['checkout'],
    queryFn: openCheckout,
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  });
  return (
    <PaymentWait title="Opening the payment page" text="Please wait, you are on your way to our payment provider." />
  );
}

async function openCheckout(): Promise<null> {
  const checkout = takeCheckout();
  if (!checkout) leaveForStatus();
  else {
    await openCashfree(checkout).catch((error: unknown) =>
      leaveForPlans(error instanceof CheckoutUnavailable ? 'no-script' : 'refused'),
    );
  }
  return null;
}

/**
 * Document of its own: links and redirects load a new one, because no other page may run beside the provider's script
 * (R-payments-13).
 */
function useOwnDocument(): void {
  const blocker = useBlocker(isElsewhere);
  useEffect(() => {
    if (blocker.state === 'blocked') window.location.replace(createPath(blocker.location));
  }, [blocker]);
}

const isElsewhere: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname;

/** Back may restore this page from the browser's cache as it was left, so it leaves for the order's status. */
function useComingBack(): void {
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && leaveForStatus();
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);
}
