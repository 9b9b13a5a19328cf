import { useLiveUpdates } from '../lib/api/use-live-updates.ts';
import { LIVE_QUERIES } from './live-queries.ts';

/** Live updates for every page of the session and for the bell. */
export default function LiveSession() {
  useLiveUpdates(LIVE_QUERIES);
  return null;
}
