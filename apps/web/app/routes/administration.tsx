import { can } from '@anupalan/domain/permissions';
import { Navigate, Outlet } from 'react-router';
import { useActor } from '../lib/actor.ts';
import { useSession } from '../lib/session.tsx';
import { Loading } from '../ui/loading.tsx';

/** Frames the administrators' pages; all others are sent to the dashboard (specification 1, section 2). */
export default function Administration() {
  const { status, token } = useSession();
  const actor = useActor();
  if (status === 'loading') return <Loading />;
  if (!can(actor, 'users.list')) return <Navigate to="/dashboard" replace />;
  return <Outlet key={token} />;
}
