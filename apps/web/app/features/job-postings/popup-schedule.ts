/** Specification 1, section 9. */
export const FIRST_POPUP_MS = 90_000;
export const POPUP_EVERY_MS = 3_600_000;

/** How soon to look again whether what was in the way has ended. */
const HINDERED_MS = 1_000;

/** When the popup was last shown, by whichever tab (milliseconds). */
const KEY = 'lastPopupTime';

interface PopupHost {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Whether the popup would be in somebody's way; it then waits until it isn't. */
  readonly isHindered: () => boolean;
  readonly show: () => void;
}

/**
 * Shows the popup 90 seconds from now when it never was; otherwise once an hour has passed since the last time, which
 * can be at once (specification 1, section 4). Looks again at least every hour, for other tabs show it too. Answers how
 * to stop.
 */
export function schedulePopup({ storage, isHindered, show }: PopupHost): () => void {
  const startedAt = Date.now();
  let timer: ReturnType<typeof setTimeout>;
  const lookAgain = (delay: number) => {
    timer = setTimeout(look, Math.min(delay, POPUP_EVERY_MS));
  };
  const look = () => {
    const remaining = timeUntilPopup(readLastTime(storage), startedAt);
    if (remaining > 0) return lookAgain(remaining);
    if (isHindered()) return lookAgain(HINDERED_MS);
    writeLastTime(storage);
    show();
    lookAgain(POPUP_EVERY_MS);
  };
  look();
  return () => clearTimeout(timer);
}

/** Milliseconds; a last time that lies ahead, as after the clock was set back, is none. */
function timeUntilPopup(lastTime: number | null, startedAt: number): number {
  const now = Date.now();
  const isNone = lastTime === null || lastTime > now;
  return (isNone ? startedAt + FIRST_POPUP_MS : lastTime + POPUP_EVERY_MS) - now;
}

function readLastTime(storage: Pick<Storage, 'getItem'>): number | null {
  try {
    const stored = storage.getItem(KEY);
    return stored !== null && /^\d{1,15}$/.test(stored) ? Number(stored) : null;
  } catch {
    return null; // forbidden: as if it was never shown
  }
}

function writeLastTime(storage: Pick<Storage, 'setItem'>): void {
  try {
    storage.setItem(KEY, String(Date.now()));
  } catch {
    // Full or forbidden: this page still waits an hour, the next one begins anew.
  }
}
