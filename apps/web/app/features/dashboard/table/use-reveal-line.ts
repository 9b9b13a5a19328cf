import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent } from 'react';
import type { TableContent } from './table-content.ts';

/** Duration of the highlight (R-tracker-13). */
const PULSE_MS = 2_000;

/** Scrolls to the highlighted item once it has a line, and ends the highlight after its pulse. */
export function useRevealLine(
  virtualizer: Virtualizer<HTMLDivElement, Element> | Virtualizer<Window, Element>,
  { lines, highlight, onHighlightEnd }: Pick<TableContent, 'lines' | 'highlight' | 'onHighlightEnd'>,
): void {
  const index = highlight ? lines.findIndex(({ key }) => key === highlight.itemId) : -1;
  const hasLine = index >= 0;
  const reveal = useEffectEvent(() => {
    const { scrollElement } = virtualizer;
    if (scrollElement instanceof Element) scrollElement.scrollIntoView({ block: 'nearest' });
    virtualizer.scrollToIndex(index, { align: 'center' });
  });
  const end = useEffectEvent(onHighlightEnd);

  useEffect(() => {
    if (!highlight || !hasLine) return;
    reveal();
    const timer = setTimeout(() => end(), PULSE_MS);
    return () => clearTimeout(timer);
  }, [highlight, hasLine]);
}
