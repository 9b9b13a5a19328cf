import { useCallback, useEffect, useState } from 'react';
import { browserStorage } from '../../lib/browser-storage.ts';
import { readCollapsedActs, writeCollapsedActs } from './collapsed-acts.ts';

/** Which acts the user has collapsed, now and the last time they were here. */
export function useCollapsedActs(userId: string) {
  const [collapsed, setCollapsed] = useState(() => readCollapsedActs(browserStorage, userId));

  useEffect(() => writeCollapsedActs(browserStorage, userId, collapsed), [userId, collapsed]);

  const toggleAct = useCallback((actId: string) => {
    setCollapsed((before) => before.symmetricDifference(new Set([actId])));
  }, []);

  const expandAct = useCallback((actId: string) => {
    setCollapsed((before) => (before.has(actId) ? before.difference(new Set([actId])) : before));
  }, []);

  return { collapsed, setCollapsed, toggleAct, expandAct };
}
