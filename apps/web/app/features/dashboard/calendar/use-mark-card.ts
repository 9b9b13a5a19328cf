import { useEffect, useMemo, useRef, useState } from 'react';
import type { Mark } from './marks.ts';

/** Open card of a mark. A pinned one takes the focus and stays; any other closes when pointer or focus leaves. */
export interface OpenCard {
  readonly markId: string;
  readonly iso: string;
  readonly anchor: HTMLElement;
  readonly pinned: boolean;
}

/** Events of marks and card. The functions never change, so that marks needn't render again. */
export interface CardControls {
  /** Pointer entered a mark. */
  point: (mark: Mark, anchor: HTMLElement) => void;
  /** Focus came to a mark. */
  show: (mark: Mark, anchor: HTMLElement) => void;
  /** Mark pressed by Enter, click or tap. */
  press: (mark: Mark, anchor: HTMLElement) => void;
  /** Pointer or focus left a mark or the card. */
  leave: () => void;
  /** Pointer or focus came to the card. */
  stay: () => void;
  close: () => void;
}

/** Delays: no flicker for a pointer on its way across, and time to get from a mark to its card. */
const OPEN_AFTER_MS = 120;
const CLOSE_AFTER_MS = 180;

/** One card at most is open. */
export function useMarkCard(): { card: OpenCard | null; controls: CardControls } {
  const [card, setCard] = useState<OpenCard | null>(null);
  const timer = useRef(0);
  // Focus returned to a mark must not open its card again.
  const returning = useRef(false);

  const controls = useMemo((): CardControls => {
    const later = (ms: number, change: (before: OpenCard | null) => OpenCard | null) => {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => setCard(change), ms);
    };
    return {
      point: (mark, anchor) =>
        later(OPEN_AFTER_MS, (before) => (before?.pinned ? before : cardOf(mark, anchor, false))),
      show: (mark, anchor) => {
        if (returning.current) return;
        clearTimeout(timer.current);
        setCard(cardOf(mark, anchor, false));
      },
      press: (mark, anchor) => {
        clearTimeout(timer.current);
        setCard(cardOf(mark, anchor, true));
      },
      leave: () => later(CLOSE_AFTER_MS, (before) => (before?.pinned ? before : null)),
      stay: () => clearTimeout(timer.current),
      close: () => {
        clearTimeout(timer.current);
        setCard(null);
      },
    };
  }, []);

  useEffect(() => () => clearTimeout(timer.current), []);

  useEffect(() => {
    if (!card) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      controls.close();
      if (!card.pinned) return;
      returning.current = true;
      card.anchor.focus();
      returning.current = false;
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [card, controls]);

  return { card, controls };
}

function cardOf({ id, day }: Mark, anchor: HTMLElement, pinned: boolean): OpenCard {
  return { markId: id, iso: day.toString(), anchor, pinned };
}
