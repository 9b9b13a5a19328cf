import { type FirstScreen, firstScreen } from '../lib/first-screen.ts';
import { pause } from '../lib/pause.ts';
import { readToken } from '../lib/session/token.ts';
import { drawFirstScreen } from './draw.tsx';
import { holdLines } from './hold-lines.ts';
import { loadParts } from './load-parts.ts';
import { repeatPresses } from './repeat-presses.ts';

/** Time in ms within which a page that is seen is painted. */
const FRAME_MS = 200;

/**
 * Draws the first screen where that can be done, and makes ready what the application takes it over with. Whatever goes
 * wrong, the page is as before, and the application draws it.
 */
export async function showFirst(place: Element): Promise<void> {
  const before = place.innerHTML;
  const isKept = await drawAndPrepare(place).catch(reportError);
  if (!isKept && firstScreen()) place.innerHTML = before;
}

async function drawAndPrepare(place: Element): Promise<boolean> {
  const isDrawn = await drawFirstScreen(place);
  const screen = firstScreen();
  if (!isDrawn || !screen) return false;
  const addLines = holdLines(screen.content);
  reloadForAnother(screen);
  repeatPresses(screen);
  await whenPainted();
  addLines();
  await whenPainted();
  await loadParts();
  const { answerQueries } = await import('./answer-queries.ts');
  return await answerQueries(screen);
}

/** Begins the page anew when another tab changes the session, until the application, which listens itself, is there. */
function reloadForAnother(screen: FirstScreen): void {
  const check = () => {
    if (firstScreen() === screen && readToken() !== screen.token) window.location.reload();
  };
  window.addEventListener('storage', check);
  // A page that the browser had put aside hears of nothing meanwhile.
  window.addEventListener('pageshow', check);
}

function whenPainted(): Promise<unknown> {
  // A frame's callbacks run before it is painted, timers after. A page that was left meanwhile has no frames.
  const painted = new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return Promise.race([painted, pause(FRAME_MS)]);
}
