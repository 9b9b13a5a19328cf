import { lazy, Suspense, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { CompanyGate } from '../../features/memberships/company-gate.tsx';
import { PasskeyGate } from '../../features/passkeys/passkey-gate.tsx';
import { ownProfile } from '../../lib/session/profile.ts';
import { rememberPath } from '../../lib/session/return-path.ts';
import { useSession } from '../../lib/session/session.tsx';
import type { PageHandle } from '../../shell/early-calls.tsx';
import { Loading } from '../../ui/pages/loading.tsx';

export const handle: PageHandle = { asks: [ownProfile] };

/** Loaded late: it is shown once, to those whose password somebody else may know. */
const FirstPassword = lazy(() => import('../../features/users/password/first-password.tsx'));

/** Loaded late: few companies ever lose their owner. */
const FrozenBanner = lazy(() => import('../../features/handovers/frozen-banner.tsx'));

/** Loaded late: most addresses take mail. */
const MailComesBack = lazy(() => import('../../features/messages/mail-comes-back.tsx'));

/** Frame of every page that needs a session. */
export default function SignedIn() {
  return (
    // A part of the page for itself, whose place in the HTML can be drawn before the application is there.
    <Suspense fallback={<Loading />}>
      <OfSession />
    </Suspense>
  );
}

/** What needs a session; others are sent to sign in and come back (R-pages-2). */
function OfSession() {
  const { status, token, user, member, mailComesBack } = useSession();
  const location = useLocation();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (status === 'signed-in' && !wasSignedIn) setWasSignedIn(true);
  if (status === 'loading') return <Loading />;
  if (status === 'signed-out') {
    // Sign-ins after a sign-out may be somebody else's, so they start on the dashboard.
    return <Navigate to="/login" state={wasSignedIn ? null : rememberPath(location)} replace />;
  }
  if (user?.passwordChange) {
    return (
      <Suspense fallback={<Loading />}>
        <FirstPassword key={token} user={user} />
      </Suspense>
    );
  }
  // Keyed by token: another session starts from a blank page (R-pages-4).
  return (
    <PasskeyGate key={token}>
      <CompanyGate>
        {member?.frozen && (
          <Suspense>
            <FrozenBanner />
          </Suspense>
        )}
        {mailComesBack && user && (
          <Suspense>
            <MailComesBack email={user.primaryEmail} />
          </Suspense>
        )}
        <Outlet />
      </CompanyGate>
    </PasskeyGate>
  );
}
