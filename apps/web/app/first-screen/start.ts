import { firstScreen } from '../lib/first-screen.ts';
import { loadApplication } from '../public-page/load-application.ts';
import { drawFirstScreen } from './draw.tsx';
import { fetchParts, loadParts } from './load-parts.ts';
import { repeatPresses } from './repeat-presses.ts';

/** Time in ms for which the first screen has the network to itself; a slow answer shall not keep the rest from coming. */
const ALONE_MS = 2_000;

await start();

/** Draws the first screen where that can be done, and loads the application, which takes it over. */
async function start(): Promise<void> {
  const place = document.getElementById('content');
  const timer = setTimeout(fetchParts, ALONE_MS);
  if (place && 'Temporal' in globalThis) await drawFirstScreen(place).catch(reportError);
  clearTimeout(timer);
  const drawn = firstScreen();
  if (place && drawn) {
    repeatPresses(place);
    await whenPainted();
    await loadParts();
    const { answerQueries } = await import('./answer-queries.ts');
    await answerQueries(drawn.token, drawn.company);
  }
  await loadApplication();
}

function whenPainted(): Promise<void> {
  // A frame's callbacks run before it is painted, timers after.
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
