import { useEffect, useState } from 'react';

/**
 * Counts whole seconds down from `start` to 0, and again after `restart`. It measures the clock and not the ticks,
 * which browsers slow down in tabs that aren't looked at.
 */
export function useCountdown(start: number): { secondsLeft: number; restart: () => void } {
  const [endsAt, setEndsAt] = useState(() => Date.now() + start * 1000);
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = Math.max(0, Math.min(start, Math.ceil((endsAt - now) / 1000)));
  const counting = secondsLeft > 0;

  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [counting]);

  function restart() {
    setNow(Date.now());
    setEndsAt(Date.now() + start * 1000);
  }
  return { secondsLeft, restart };
}
