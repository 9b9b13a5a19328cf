import { Dashboard } from '../features/compliance-items/dashboard.tsx';
import { pageTitle } from '../lib/page-title.ts';
import { useSession } from '../lib/session.tsx';

export const meta = () => pageTitle('Dashboard');

export default function DashboardPage() {
  const { user } = useSession();
  return user && <Dashboard user={user} />;
}
