import { keepPassedState } from '../lib/passed-state.ts';

/** Passes the state of a link on to the document that it leads to in this tab. */
export function passStates(signal: AbortSignal): void {
  document.addEventListener(
    'click',
    ({ target, button, ctrlKey, metaKey, shiftKey, altKey }) => {
      const link = target instanceof Element && target.closest('a');
      if (link && button === 0 && !(ctrlKey || metaKey || shiftKey || altKey)) keepPassedState(link);
    },
    { signal },
  );
}
