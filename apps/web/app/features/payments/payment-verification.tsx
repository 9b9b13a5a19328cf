import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router';
import { ApiError } from '../../lib/api/api.ts';
import { askAgain } from '../../lib/api/ask-again.ts';
import { rememberPath } from '../../lib/session/return-path.ts';
import { useSession } from '../../lib/session/session.tsx';
import { type PaymentOutcome, verifyPayment } from './calls-order.ts';
import { PaymentWait } from './payment-wait.tsx';
import { PLAN_DEPENDENT } from './plan-dependent.ts';

/** Next page and toast for each outcome (R-payments-15). */
const ENDINGS: Readonly<Record<PaymentOutcome, { to: string; message: string; good: boolean }>> = {
  paid: { to: '/dashboard', message: 'Payment successful! You are now on the Premium plan.', good: true },
  'not-completed': { to: '/plans', message: 'Payment not completed. Please try again.', good: false },
  failed: { to: '/plans', message: 'Payment failed. Please try again.', good: false },
};

/**
 * Page that a checkout leads back to (R-payments-15). The address only names the order; the server is asked what became
 * of it. Only its owner may ask, so a user who was signed out meanwhile signs in and comes back.
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
    // Key outside `payments`, which the outcome makes stale, so that the verification doesn't repeat itself.
    queryKey: ['payment-verification', orderId],
    queryFn: async () => {
      const answer = await verifyPayment(orderId);
      if (answer === 'paid') await askAgain(client, PLAN_DEPENDENT);
      return answer;
    },
    // Asked once each time the page opens.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  });
  if (outcome) return <Ending {...ENDINGS[outcome]} />;
  // A 401 has ended the session, which leads to /login.
  if (error && !isUnauthenticated(error)) {
    return <Ending to="/plans" message="Failed to verify payment status" good={false} />;
  }
  return null;
}

function isUnauthenticated(error: Error): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Toast and redirect of an outcome, once however often it renders. */
function Ending({ to, message, good }: { to: string; message: string; good: boolean }) {
  const navigate = useNavigate();
  useEffect(() => {
    toast[good ? 'success' : 'error'](message, { id: message });
    navigate(to, { replace: true });
  }, [navigate, to, message, good]);
  return null;
}
