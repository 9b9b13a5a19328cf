import { loadApplication } from '../public-page/load-application.ts';
import { sayFailed } from './say-failed.tsx';
import { showFirst } from './show-first.ts';

await start();

/** Draws the first screen where that can be done, and loads the application, which takes it over. */
async function start(): Promise<void> {
  const place = document.getElementById('content');
  if (place && 'Temporal' in globalThis) await showFirst(place);
  await loadApplication().catch(() => place && sayFailed(place));
}
