import { createContext, type Dispatch, type SetStateAction, use, useEffect } from 'react';

/** Around what a dialog holds: where dialogs that open over it are counted. */
export const DialogBelow = createContext<Dispatch<SetStateAction<number>> | null>(null);

/** Tells the dialog below, if there is one, that another lies over it: Escape closes only the top one. */
export function useDialogAbove(opened: boolean): void {
  const count = use(DialogBelow);
  useEffect(() => {
    if (!opened || !count) return;
    count((before) => before + 1);
    return () => count((before) => before - 1);
  }, [opened, count]);
}
