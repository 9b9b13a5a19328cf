import { recall, remember } from '../../lib/remembered.ts';

/** Delays of the popup: late enough to settle in, then rare (R-enquiries-13). */
const FIRST_POPUP_MS = 90_000;
const POPUP_EVERY_MS = 3_600_000;

/** Retry delay while the popup would be in the way. */
const HINDERED_MS = 1_000;

/** Storage key of when any tab last showed the popup (milliseconds since 1970). */
const KEY = 'lastPopupTime';

/** Whether a value is a time. */
function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

interface PopupHost {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  /** Whether the popup would be in somebody's way; it waits until it isn't (R-enquiries-13). */
  readonly isHindered: () => boolean;
  readonly show: () => void;
}

/**
 * Schedules the popup: 90 seconds from now when it was never shown, else an hour after the last time, which can be at
 * once (R-enquiries-13). Checks at least hourly, as other tabs show it too. @returns the function that stops it.
 */
export function schedulePopup({ storage, isHindered, show }: PopupHost): () => void {
  const startedAt = Date.now();
  let timer: ReturnType<typeof setTimeout>;
  const lookAgain = (delay: number) => {
    timer = setTimeout(look, Math.min(delay, POPUP_EVERY_MS));
  };
  const look = () => {
    const remaining = timeUntilPopup(recall(storage, KEY, isTime), startedAt);
    if (remaining > 0) return lookAgain(remaining);
    if (isHindered()) return lookAgain(HINDERED_MS);
    remember(storage, KEY, Date.now());
    show();
    lookAgain(POPUP_EVERY_MS);
  };
  look();
  return () => clearTimeout(timer);
}

/** Time left in ms; a last time in the future, as after the clock was set back, counts as never. */
function timeUntilPopup(lastTime: number | undefined, startedAt: number): number {
  const now = Date.now();
  const isNone = lastTime === undefined || lastTime > now;
  return (isNone ? startedAt + FIRST_POPUP_MS : lastTime + POPUP_EVERY_MS) - now;
}
