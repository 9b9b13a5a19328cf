/** Where the browser keeps which acts each user collapsed: `[userId, actIds][]`, the latest user first. */
const KEY = 'collapsedActs';

const MOST_USERS = 5;
const MOST_ACTS = 500;

type Entry = readonly [userId: string, actIds: readonly string[]];

/** The acts a user collapsed in this browser; none when that can't be read. */
export function readCollapsedActs(storage: Pick<Storage, 'getItem'>, userId: string): ReadonlySet<string> {
  return new Set(readEntries(storage).find(([id]) => id === userId)?.[1]);
}

/** Remembers them, of the acts collapsed last and the users seen last only so many as fit. */
export function writeCollapsedActs(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  userId: string,
  collapsed: ReadonlySet<string>,
): void {
  const others = readEntries(storage).filter(([id]) => id !== userId);
  const entries: Entry[] = [[userId, [...collapsed].slice(-MOST_ACTS)], ...others];
  try {
    storage.setItem(KEY, JSON.stringify(entries.slice(0, MOST_USERS)));
  } catch {
    // Full or forbidden: the acts are collapsed on the screen all the same, only not next time.
  }
}

function readEntries(storage: Pick<Storage, 'getItem'>): Entry[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return []; // forbidden, or not what was written: as good as nothing
  }
}

function isEntry(value: unknown): value is Entry {
  if (!Array.isArray(value)) return false;
  const [userId, actIds] = value;
  return typeof userId === 'string' && Array.isArray(actIds) && actIds.every((id) => typeof id === 'string');
}
