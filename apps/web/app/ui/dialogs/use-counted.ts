import { type Context, createContext, type Dispatch, type SetStateAction, use, useEffect } from 'react';

/** Setter of an ancestor's count; null where nothing counts. */
type Counter = Dispatch<SetStateAction<number>> | null;

/** Dialogs above another one, counted for it: Escape closes only the topmost. */
export const DialogsAbove = createContext<Counter>(null);

/** Forms of a dialog with typed text, which leaving would lose. */
export const UnsentForms = createContext<Counter>(null);

/** Counts the component while `counts` is true. */
export function useCounted(counter: Context<Counter>, counts: boolean): void {
  const count = use(counter);
  useEffect(() => {
    if (!counts || !count) return;
    count((before) => before + 1);
    return () => count((before) => before - 1);
  }, [counts, count]);
}
