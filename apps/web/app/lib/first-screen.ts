/** Whose first screen the page drew before the application was there, for that to begin with the same. */
export interface FirstScreen {
  readonly token: string;
  /** Company that it is about; '' is the person's default one. */
  readonly company: string;
  /** What was drawn. */
  readonly content: Element;
}

/** Event of the window, fired when the application has taken over what was drawn. */
export const SCREEN_TAKEN_OVER = 'screen-taken-over';

let drawn: FirstScreen | null = null;

export function noteFirstScreen(screen: FirstScreen): void {
  drawn = screen;
}

/** Ends the time of the first screen: the application operates what was drawn. */
export function endFirstScreen(): void {
  if (!drawn) return;
  drawn = null;
  window.dispatchEvent(new Event(SCREEN_TAKEN_OVER));
}

/** Null where none was drawn, once the application has taken it over, and once something else stands in its place. */
export function firstScreen(): FirstScreen | null {
  return drawn?.content.isConnected ? drawn : null;
}
