import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/** Long enough to read the success panel (specification 1, section 9). */
const DELAY_MS = 1_500;

type Props = { to: string; state?: unknown; afterMs?: number };

/** Goes on by itself once the user has seen that the last step succeeded. */
export function RedirectSoon({ to, state = null, afterMs = DELAY_MS }: Props) {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { state, replace: true }), afterMs);
    return () => clearTimeout(timer);
  }, [navigate, to, state, afterMs]);
  return null;
}
