import { useEffect, useRef, useState } from 'react';

/** Whether an element hides some of what it holds, at the size it has; as it was while it is not `clamped`. */
export function useIsCut(clamped: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || !clamped) return;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [clamped]);
  return [ref, cut] as const;
}
