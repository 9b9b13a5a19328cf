import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { takeCheckout } from './checkout-hand-over.ts';
import { CheckoutUnavailable, openCashfree } from './open-cashfree.ts';
import { PaymentEnding } from './payment-ending.tsx';
import { PaymentWait } from './payment-wait.tsx';

/** Opens the provider's checkout in this window; who comes back from it without having paid is told so. */
export function PaymentCheckout() {
  const isBack = useComingBack();
  const { data: opened, error } = useQuery({
    queryKey: ['checkout'],
    queryFn: async () => {
      const checkout = takeCheckout();
      if (checkout) await openCashfree(checkout);
      return checkout !== null;
    },
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  });
  if (error) return <PaymentEnding to="/plans" message={describeFailure(error)} good={false} />;
  if (isBack || opened === false) {
    return <PaymentEnding to="/plans" message="Payment not completed. Please try again." good={false} />;
  }
  return (
    <PaymentWait title="Opening the payment page" text="Please wait, you are on your way to our payment provider." />
  );
}

/** Whether the browser shows this page again as it was left. */
function useComingBack(): boolean {
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setBack(true);
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);
  return isBack;
}

function describeFailure(error: Error): string {
  return error instanceof CheckoutUnavailable ? error.message : 'Failed to initiate payment. Please try again.';
}
