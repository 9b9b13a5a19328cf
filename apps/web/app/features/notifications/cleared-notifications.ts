/** Where the browser keeps the ids of cleared notifications, the latest last (specification 1, section 9). */
export const CLEARED_KEY = 'clearedNotifications';

/** More than one Clear All hides; what was cleared long before is past anyway. */
const MOST_IDS = 5_000;

/** What was cleared in this browser; nothing when that can't be read. */
export function readCleared(storage: Pick<Storage, 'getItem'>): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(CLEARED_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return []; // forbidden, or not what was written: as good as nothing
  }
}

/** The ids kept when some more are cleared. */
export function addCleared(cleared: readonly string[], more: readonly string[]): readonly string[] {
  return [...new Set(cleared).difference(new Set(more)), ...new Set(more)].slice(-MOST_IDS);
}

export function writeCleared(storage: Pick<Storage, 'setItem'>, cleared: readonly string[]): void {
  try {
    storage.setItem(CLEARED_KEY, JSON.stringify(cleared));
  } catch {
    // Full or forbidden: they stay hidden all the same, only not next time.
  }
}

/** Items are the same for all users: what one of them cleared, somebody else in this browser still has to see. */
export function clearedIdOf(viewerId: string, notificationId: string): string {
  return `${viewerId}:${notificationId}`;
}
