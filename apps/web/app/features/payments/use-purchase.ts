import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { ApiError } from '../../lib/api/api.ts';
import { useSession } from '../../lib/session/session.tsx';
import { orderPremium } from './calls-order.ts';
import { leaveForCheckout, takeFailure } from './checkout-hand-over.ts';

/** Purchase of a month of Premium: an order, then the provider's checkout (R-payments-14). */
export function usePurchase() {
  const navigate = useNavigate();
  const { refresh } = useSession();
  const { mutate, isPending, data, reset } = useMutation({
    // Always sent: a call held back while offline would show "Processing..." without end.
    networkMode: 'always',
    mutationFn: async () => {
      const order = await orderPremium();
      if (order.provider === 'local') {
        await navigate(`/payment/local?session=${encodeURIComponent(order.payment_session_id)}`);
        return { leaving: false };
      }
      leaveForCheckout(order);
      return { leaving: true };
    },
    onError: async (error) => {
      // A 401 has ended the session, which leads to /login.
      if (error instanceof ApiError && error.status === 401) return;
      toast.error(error instanceof ApiError ? error.message : 'Failed to initiate payment. Please try again.');
      await navigate('/plans');
      // A refusal may mean that the plan on the screen is outdated.
      await refresh();
    },
  });

  useEffect(() => {
    // Back from the checkout may restore this page from the browser's cache, still busy.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [reset]);

  useEffect(() => {
    const failure = takeFailure();
    if (failure) toast.error(failure);
  }, []);

  // Busy while the browser leaves, so that nothing is bought twice.
  return { start: mutate, busy: isPending || data?.leaving === true };
}
