import { createContext, type Dispatch, type SetStateAction, use, useEffect } from 'react';

/** Around the forms of a dialog: where those that hold something unsent are counted. */
export const UnsentForms = createContext<Dispatch<SetStateAction<number>> | null>(null);

/** Tells the dialog around a form that something typed in it would be lost. */
export function useUnsent(isUnsent: boolean): void {
  const count = use(UnsentForms);
  useEffect(() => {
    if (!isUnsent || !count) return;
    count((before) => before + 1);
    return () => count((before) => before - 1);
  }, [isUnsent, count]);
}
