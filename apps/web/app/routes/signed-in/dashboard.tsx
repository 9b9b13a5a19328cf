import { useDeferredValue } from 'react';
import { Dashboard } from '../../features/dashboard/dashboard.tsx';
import { TRACKER_QUERIES } from '../../features/dashboard/use-tracker.ts';
import { useSession } from '../../lib/session/session.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';
import type { PageHandle } from '../../shell/early-calls.tsx';

export const handle: PageHandle = { asks: Object.values(TRACKER_QUERIES) };

export const meta = () => pageTitle('Dashboard');

export default function DashboardPage() {
  // Deferred, so that the page is drawn in slices and keeps no press waiting.
  const user = useDeferredValue(useSession().user, null);
  return user && <Dashboard user={user} />;
}
