import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';

/** Says once, however often it is drawn, how a payment ended, and goes on. */
export function PaymentEnding({ to, message, good }: { to: string; message: string; good: boolean }) {
  const navigate = useNavigate();
  useEffect(() => {
    toast[good ? 'success' : 'error'](message, { id: message });
    navigate(to, { replace: true });
  }, [navigate, to, message, good]);
  return null;
}
