import { useLiveUpdates } from './lib/use-live-updates.ts';
import { LIVE_QUERIES } from './live-queries.ts';

/** Keeps every page of the session as it is on the server, the bell on it too. */
export default function LiveSession() {
  useLiveUpdates(LIVE_QUERIES);
  return null;
}
