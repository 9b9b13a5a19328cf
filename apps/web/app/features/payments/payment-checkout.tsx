import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type BlockerFunction, createPath, useBlocker } from 'react-router';
import { leaveForPlans, leaveForStatus, takeCheckout } from './checkout-hand-over.ts';
import { CheckoutUnavailable, openCashfree } from './open-cashfree.ts';
import { PaymentWait } from './payment-wait.tsx';

/** Opens the provider's checkout in this window; for who comes back from it the order is asked about. */
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

/** No other page may run in the document that lets the provider's script run: links and redirections load their own. */
function useOwnDocument(): void {
  const blocker = useBlocker(isElsewhere);
  useEffect(() => {
    if (blocker.state === 'blocked') window.location.replace(createPath(blocker.location));
  }, [blocker]);
}

const isElsewhere: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname;

/** The browser may show this page again as it was left. */
function useComingBack(): void {
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && leaveForStatus();
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);
}
