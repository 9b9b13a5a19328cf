import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Time in ms to read the success panel (R-accounts-7). */
const DELAY_MS = 1_500;

type Props = { to: string; state?: unknown; afterMs?: number };

/** Redirect after a pause in which the user reads that the last step succeeded. */
export function RedirectSoon({ to, state = null, afterMs = DELAY_MS }: Props) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { state, replace: true }), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, to, state, afterMs]);
  return null;
}
