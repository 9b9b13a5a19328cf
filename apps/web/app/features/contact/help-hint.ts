/** Hint times (R-pages-21): rare enough not to nag, long enough to be read. */
const HINT_EVERY_MS = 60_000;
const HINT_SHOWN_MS = 5_000;

/** Help bubble with its hint, which comes and goes by itself, and its panel; never both at once. */
export interface HelpState {
  readonly hint: boolean;
  readonly panel: boolean;
}

export type HelpEvent = 'hint-due' | 'hint-over' | 'opened' | 'closed';

export const HELP_AT_REST: HelpState = { hint: false, panel: false };

export function changeHelp(state: HelpState, event: HelpEvent): HelpState {
  switch (event) {
    case 'hint-due':
      return { ...state, hint: !state.panel };
    case 'hint-over':
      return { ...state, hint: false };
    case 'opened':
      return { hint: false, panel: true };
    case 'closed':
      return { hint: false, panel: false };
  }
}

/**
 * Hint timer: tells 'hint-due' every 60 seconds and 'hint-over' 5 seconds later. @returns the function that stops it.
 */
export function repeatHint(tell: (event: HelpEvent) => void): () => void {
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const repeating = setInterval(() => {
    tell('hint-due');
    hiding = setTimeout(() => tell('hint-over'), HINT_SHOWN_MS);
  }, HINT_EVERY_MS);
  return () => {
    clearInterval(repeating);
    clearTimeout(hiding);
  };
}
