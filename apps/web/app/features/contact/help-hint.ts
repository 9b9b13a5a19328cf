/** Specification 1, section 9. */
export const HINT_EVERY_MS = 60_000;
export const HINT_SHOWN_MS = 5_000;

/** The help bubble: its hint, which comes and goes by itself, and its panel. They are never both there. */
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

/** Says every 60 seconds that the hint is due, and 5 seconds later that it is over. Answers how to stop. */
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
