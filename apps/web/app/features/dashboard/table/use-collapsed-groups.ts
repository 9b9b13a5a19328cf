import { useCallback, useEffect, useState } from 'react';
import { isTextList } from '../../../lib/guards.ts';
import { browserStorage } from '../../../lib/remembered.ts';
import { recallOf, rememberFor } from '../../../lib/remembered-by-user.ts';

/** Storage key of the groups that each user of the browser collapsed; those by act came first (R-tracker-16). */
const KEY = 'collapsedActs';

const MOST_GROUPS = 500;

/** Keys of the groups that the user collapsed, of every view, as they left them last time (R-tracker-16). */
export function useCollapsedGroups(userId: string) {
  const [collapsed, setCollapsed] = useState(() => readCollapsedGroups(browserStorage, userId));

  useEffect(() => writeCollapsedGroups(browserStorage, userId, collapsed), [userId, collapsed]);

  const toggleGroup = useCallback((key: string) => {
    setCollapsed((before) => before.symmetricDifference(new Set([key])));
  }, []);

  /** Collapses or expands all of some groups; those of other views stay as they are. */
  const setAll = useCallback((keys: ReadonlySet<string>, isCollapsed: boolean) => {
    setCollapsed((before) => (isCollapsed ? before.union(keys) : before.difference(keys)));
  }, []);

  return { collapsed, toggleGroup, setAll };
}

/** Collapsed groups stored in this browser; none when that can't be read. */
export function readCollapsedGroups(storage: Pick<Storage, 'getItem'>, userId: string): ReadonlySet<string> {
  return new Set(recallOf(storage, { key: KEY, userId, isValid: isTextList }));
}

/** Stores the groups collapsed last and the users seen last. */
export function writeCollapsedGroups(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  userId: string,
  collapsed: ReadonlySet<string>,
): void {
  rememberFor(storage, { key: KEY, userId, value: [...collapsed].slice(-MOST_GROUPS) });
}
