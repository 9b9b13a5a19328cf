import { useCallback, useEffect, useMemo, useState } from 'react';
import { isList } from '../../lib/guards.ts';
import { browserStorage, recall, remember } from '../../lib/remembered.ts';

/** Storage key of the ids of cleared notifications, the latest last (R-notifications-6). */
export const CLEARED_KEY = 'clearedNotifications';

/** Ids kept, more than one Clear All hides; older ones concern notifications that are past anyway. */
const MOST_IDS = 5_000;

/**
 * Notifications that the viewer has not cleared, here or in another tab, and the function that clears them
 * (R-notifications-6). @param viewerId with the company, for who has several (`useRememberedBy`)
 */
export function useUncleared<Line extends { readonly id: string }>(notifications: readonly Line[], viewerId: string) {
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

/** Cleared ids of this browser; none when they can't be read. */
export function readCleared(storage: Pick<Storage, 'getItem'>): readonly string[] {
  const stored = recall(storage, CLEARED_KEY, isList) ?? [];
  return stored.filter((id) => typeof id === 'string');
}

/** Cleared ids with more of them, cut to the latest. */
export function addCleared(cleared: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set(cleared).difference(new Set(more)), ...new Set(more)].slice(-MOST_IDS);
}

export function writeCleared(storage: Pick<Storage, 'setItem'>, cleared: readonly string[]): void {
  remember(storage, CLEARED_KEY, cleared);
}

/**
 * Stored id with the viewer's: users of one browser see the same items, and each clears only their own
 * (R-notifications-6).
 */
export function clearedIdOf(viewerId: string, notificationId: string): string {
  return `${viewerId}:${notificationId}`;
}
