import { can } from '@anupalan/domain/permissions';
import { Navigate, Outlet, useLocation } from 'react-router';
import { CompanyGate } from '../../features/memberships/company-gate.tsx';
import { PasskeyGate } from '../../features/passkeys/passkey-gate.tsx';
import { useActor } from '../../lib/session/actor.ts';
import { useSession } from '../../lib/session/session.tsx';
import { ACCOUNT_LINKS } from '../../shell/site-links.ts';
import { Loading } from '../../ui/pages/loading.tsx';

/**
 * Frame of the administrators' pages; others are sent to the dashboard (R-pages-3), where whoever still has a password
 * that the server made up chooses another (R-users-50). Each page needs the permission of
 * its link in the account menu.
 */
export default function Administration() {
  const { status, token, user } = useSession();
  const actor = useActor();
  const { pathname } = useLocation();
  const { needs = 'users.list' } = ACCOUNT_LINKS.find(({ to }) => to === pathname.replace(/\/$/, '')) ?? {};
  if (status === 'loading') return <Loading />;
  if (!can(actor, needs) || user?.passwordChange) return <Navigate to="/dashboard" replace />;
  return (
    <PasskeyGate key={token}>
      <CompanyGate>
        <Outlet />
      </CompanyGate>
    </PasskeyGate>
  );
}
