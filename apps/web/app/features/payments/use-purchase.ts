import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { leaveForCheckout, takeFailure } from './checkout-hand-over.ts';
import { orderPremium } from './create-order.ts';

/** Buys a month of Premium: an order, then the checkout of whoever takes the money (specification 1, section 4). */
export function usePurchase() {
  const navigate = useNavigate();
  const { refresh } = useSession();
  const { mutate, isPending, reset } = useMutation({
    // Not held back while the browser thinks it is offline: that would be "Processing..." without end.
    networkMode: 'always',
    mutationFn: async () => {
      const order = await orderPremium();
      if (order.provider === 'local') {
        return await navigate(`/payment/local?session=${encodeURIComponent(order.payment_session_id)}`);
      }
      leaveForCheckout(order);
      // Busy until this page is left.
      return await new Promise<never>(() => {});
    },
    onError: async (error) => {
      // A session that ended has its own way.
      if (error instanceof ApiError && error.status === 401) return;
      toast.error(error instanceof ApiError ? error.message : 'Failed to initiate payment. Please try again.');
      await navigate('/plans');
      // A refusal may mean that the plan is another than was shown.
      await refresh();
    },
  });

  useEffect(() => {
    // Back from the checkout may show this very page as it was left, still busy.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, [reset]);

  useEffect(() => {
    const failure = takeFailure();
    if (failure) toast.error(failure);
  }, []);

  return { start: mutate, busy: isPending };
}
