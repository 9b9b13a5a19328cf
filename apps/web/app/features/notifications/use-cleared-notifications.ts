import type { Notification } from '@anupalan/domain/notifications';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { browserStorage } from '../../lib/browser-storage.ts';
import { addCleared, CLEARED_KEY, clearedIdOf, readCleared, writeCleared } from './cleared-notifications.ts';

/** What a viewer has not cleared, here or in another tab, and how to clear it. */
export function useUncleared(notifications: readonly Notification[], viewerId: string) {
  const [cleared, setCleared] = useState(() => readCleared(browserStorage));

  useEffect(() => {
    const hearOtherTabs = ({ key }: StorageEvent) => {
      if (key === CLEARED_KEY || key === null) setCleared(readCleared(browserStorage));
    };
    window.addEventListener('storage', hearOtherTabs);
    return () => window.removeEventListener('storage', hearOtherTabs);
  }, []);

  const uncleared = useMemo(() => {
    const hidden = new Set(cleared);
    return notifications.filter(({ id }) => !hidden.has(clearedIdOf(viewerId, id)));
  }, [notifications, cleared, viewerId]);

  const clearAll = useCallback(() => {
    const ids = uncleared.map(({ id }) => clearedIdOf(viewerId, id));
    const now = addCleared(cleared, ids);
    setCleared(now);
    writeCleared(browserStorage, now);
  }, [cleared, uncleared, viewerId]);

  return { uncleared, clearAll };
}
