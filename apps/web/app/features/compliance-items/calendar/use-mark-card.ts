import { useEffect, useMemo, useRef, useState } from 'react';
import type { Mark } from './marks.ts';

/** The card of a mark. A pinned one was asked for, takes the focus and stays; any other goes with the pointer or focus. */
export interface OpenCard {
  readonly markId: string;
  readonly iso: string;
  readonly anchor: HTMLElement;
  readonly pinned: boolean;
}

/** What marks and the card do to it; the same functions for good, so that marks needn't be drawn again. */
export interface CardControls {
  /** The pointer came to rest on a mark. */
  point: (mark: Mark, anchor: HTMLElement) => void;
  /** The focus came to a mark. */
  show: (mark: Mark, anchor: HTMLElement) => void;
  /** A mark was pressed: with Enter, a click or a tap. */
  press: (mark: Mark, anchor: HTMLElement) => void;
  /** The pointer left a mark or the card. */
  leave: () => void;
  /** The pointer came to the card. */
  stay: () => void;
  close: () => void;
}

/** Long enough not to flicker on the way across, and to get from a mark to its card. */
const OPEN_AFTER_MS = 120;
const CLOSE_AFTER_MS = 180;

/** At most one card is open at a time. */
export function useMarkCard(): { card: OpenCard | null; controls: CardControls } {
  const [card, setCard] = useState<OpenCard | null>(null);
  const timer = useRef(0);
  // Giving the focus back to a mark must not open its card again.
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
