import { useCallback, useEffect, useState } from 'react';
import { z } from 'zod';
import { browserStorage, recall, remember } from '../../../lib/remembered.ts';

/**
 * Storage key of the acts that each user of the browser collapsed: `[userId, actIds][]`, the latest user first
 * (R-tracker-16). Who has several companies has an entry for each (`useRememberedBy`).
 */
const KEY = 'collapsedActs';

const MOST_USERS = 20;
const MOST_ACTS = 500;

type Entry = readonly [userId: string, actIds: readonly string[]];

/** Collapsed acts of the user, as they left them last time (R-tracker-16). */
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

/** Collapsed acts stored in this browser; none when that can't be read. */
export function readCollapsedActs(storage: Pick<Storage, 'getItem'>, userId: string): ReadonlySet<string> {
  return new Set(readEntries(storage).find(([id]) => id === userId)?.[1]);
}

/** Stores the acts collapsed last and the users seen last, within the limits above. */
export function writeCollapsedActs(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  userId: string,
  collapsed: ReadonlySet<string>,
): void {
  const others = readEntries(storage).filter(([id]) => id !== userId);
  const entries: Entry[] = [[userId, [...collapsed].slice(-MOST_ACTS)], ...others];
  remember(storage, KEY, entries.slice(0, MOST_USERS));
}

function readEntries(storage: Pick<Storage, 'getItem'>): Entry[] {
  return (recall(storage, KEY, z.array(z.unknown())) ?? []).filter(isEntry);
}

/** Written by hand: zod's tuples are used nowhere else and would load with every page. */
function isEntry(value: unknown): value is Entry {
  if (!Array.isArray(value)) return false;
  const [userId, actIds] = value;
  return typeof userId === 'string' && Array.isArray(actIds) && actIds.every((id) => typeof id === 'string');
}
