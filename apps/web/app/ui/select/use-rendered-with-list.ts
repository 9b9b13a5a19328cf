import { type RefCallback, useEffect, useReducer, useState } from 'react';

/**
 * Ref of the list of options of a `Combobox`, or of something in it. The library writes the list's id on its control
 * when the control renders, but it gives a list that is in the document only while it is open its id in an effect, and
 * then another one. Once both have been given, the control renders again (R-pages-44).
 */
export function useRenderedWithList(): RefCallback<HTMLElement> {
  const [inList, setInList] = useState<HTMLElement | null>(null);
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (inList) renderAgain();
  }, [inList]);
  return setInList;
}
