import { Dashboard } from '../../features/dashboard/dashboard.tsx';
import { useSession } from '../../lib/session/session.tsx';
import { pageTitle } from '../../lib/text/page-title.ts';

export const meta = () => pageTitle('Dashboard');

export default function DashboardPage() {
  const { user } = useSession();
  return user && <Dashboard user={user} />;
}
