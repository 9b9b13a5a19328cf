import { useEffect, useState } from 'react';

/**
 * Countdown in whole seconds from `start` to 0, and again after `restart`. It reads the clock instead of counting
 * ticks, which browsers slow down in hidden tabs.
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
