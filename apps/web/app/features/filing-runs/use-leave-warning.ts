import { useEffect, useEffectEvent } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';

const WORDS = 'What you typed here is not recorded yet. Leave the page all the same?';

/** Asks before a page is left, or loaded again, while something on it is typed and not recorded (R-filing-runs-6). */
export function useLeaveWarning(isTyped: boolean): void {
  const isElsewhere: BlockerFunction = ({ currentLocation, nextLocation }) =>
    isTyped && currentLocation.pathname !== nextLocation.pathname;
  const blocker = useBlocker(isElsewhere);
  const ask = useEffectEvent(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(WORDS)) blocker.proceed();
    else blocker.reset();
  });
  useEffect(() => {
    if (blocker.state === 'blocked') ask();
  }, [blocker.state]);
  useEffect(() => {
    if (!isTyped) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isTyped]);
}
