import { useDeferredValue, useEffect, useState } from 'react';
import { Dashboard } from '../../features/dashboard/dashboard.tsx';
import { TRACKER_QUERIES } from '../../features/dashboard/use-tracker.ts';
import rupee from '../../fonts/inter-rupee.woff2?url&no-inline';
import { BREAKPOINTS } from '../../lib/breakpoints.ts';
import { endFirstScreen, firstScreen } from '../../lib/first-screen.ts';
import { useSession } from '../../lib/session/session.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';
import type { PageHandle } from '../../shell/early-calls.tsx';

export const handle: PageHandle = { asks: Object.values(TRACKER_QUERIES) };

export const meta = () => pageTitle('Dashboard');

/** Fines have the rupee sign, in a column that narrow windows leave out. A late font would lay out all anew. */
export const links = () => [
  {
    rel: 'preload',
    href: rupee,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
    media: `(width > ${BREAKPOINTS.sm})`,
  },
];

export default function DashboardPage() {
  const { user } = useSession();
  // What stands in the page already has to be there at once.
  const [isDrawn] = useState(() => firstScreen() !== null);
  useEffect(endFirstScreen, []);
  // Deferred, so that the page is drawn in slices and keeps no press waiting.
  const shown = useDeferredValue(user, isDrawn ? undefined : null);
  return shown && <Dashboard user={shown} />;
}
