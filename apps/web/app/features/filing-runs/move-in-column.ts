import type { KeyboardEvent } from 'react';

/** Steps of the keys that go from line to line. */
const STEPS: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/**
 * Goes to the same field of the next line (Enter, arrow down) or the one before (arrow up), past those that take nothing,
 * so that a grid is filled column by column. Fields say their column by `data-column`, on themselves or around them. Enter
 * submits nothing there (R-filing-runs-6).
 */
export function moveInColumn(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const isPlain =
    !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.nativeEvent.isComposing;
  const { target, currentTarget } = event;
  if (step === undefined || !isPlain || !(target instanceof HTMLInputElement)) return;
  const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
  if (column === undefined) return;
  event.preventDefault();
  const at = `[data-column="${column}"]`;
  const fields = [...currentTarget.querySelectorAll<HTMLInputElement>(`input${at}, ${at} input`)];
  const open = fields.filter((field) => field === target || (!field.disabled && field.type !== 'hidden'));
  const next = open[open.indexOf(target) + step];
  next?.focus();
  next?.select();
}
