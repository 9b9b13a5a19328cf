import { useDeferredValue } from 'react';
import { Dashboard } from '../../features/dashboard/dashboard.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Dashboard');

export default function DashboardPage() {
  // Deferred, so that the page is drawn in slices and keeps no press waiting.
  const user = useDeferredValue(useSession().user, null);
  return user && <Dashboard user={user} />;
}
