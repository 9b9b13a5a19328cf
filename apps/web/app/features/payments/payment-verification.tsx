import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../lib/api.ts';
import { rememberPath } from '../../lib/return-path.ts';
import { useSession } from '../../lib/session.tsx';
import { PLAN_DEPENDENT } from '../plans/plan-dependent.ts';
import { PaymentWait } from './payment-wait.tsx';
import { type PaymentOutcome, verifyPayment } from './verify-payment.ts';

/** Where each outcome leads, and what it says there (specification 1, sections 4 and 8). */
const ENDINGS: Readonly<Record<PaymentOutcome, { to: string; message: string; good: boolean }>> = {
  paid: { to: '/dashboard', message: 'Payment successful! You are now on the Premium plan.', good: true },
  'not-completed': { to: '/plans', message: 'Payment not completed. Please try again.', good: false },
  failed: { to: '/plans', message: 'Payment failed. Please try again.', good: false },
};

/**
 * Where a checkout sends the browser back to. What its address says of the payment is not believed: the order is asked
 * about. Only its owner can, so who was signed out meanwhile signs in and comes back.
 */
export function PaymentVerification() {
  const { status } = useSession();
  const location = useLocation();
  const [params] = useSearchParams();
  const orderId = params.get('order_id');
  if (!orderId) return <Ending to="/plans" message="Invalid payment response: missing order ID" good={false} />;
  if (status === 'signed-out') return <Navigate to="/login" state={rememberPath(location)} replace />;
  return (
    <>
      <PaymentWait title="Verifying Payment" text="Please wait, this takes a few seconds." />
      {status === 'signed-in' && <Verification key={orderId} orderId={orderId} />}
    </>
  );
}

function Verification({ orderId }: { orderId: string }) {
  const client = useQueryClient();
  const { data: outcome, error } = useQuery({
    // Not under `payments`: what it finds out makes those stale, and never itself.
    queryKey: ['payment-verification', orderId],
    queryFn: async () => {
      const answer = await verifyPayment(orderId);
      if (answer === 'paid') await client.invalidateQueries(PLAN_DEPENDENT);
      return answer;
    },
    // Asked once each time the page is opened.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  });
  if (outcome) return <Ending {...ENDINGS[outcome]} />;
  // A session that ended has its own way.
  if (error && !isUnauthenticated(error)) {
    return <Ending to="/plans" message="Failed to verify payment status" good={false} />;
  }
  return null;
}

function isUnauthenticated(error: Error): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Says once, however often it is drawn, how it ended, and goes on. */
function Ending({ to, message, good }: { to: string; message: string; good: boolean }) {
  const navigate = useNavigate();
  useEffect(() => {
    toast[good ? 'success' : 'error'](message, { id: message });
    navigate(to, { replace: true });
  }, [navigate, to, message, good]);
  return null;
}
