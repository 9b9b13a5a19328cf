import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Long enough to read the success panel (specification 1, section 9). */
const DELAY_MS = 1_500;

/** Goes on by itself once the user has seen that the last step succeeded. */
export function RedirectSoon({ to, afterMs = DELAY_MS }: { to: string; afterMs?: number }) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true }), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, to, afterMs]);
  return null;
}
