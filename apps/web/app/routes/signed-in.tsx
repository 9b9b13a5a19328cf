import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { rememberPath } from '../lib/return-path.ts';
import { useSession } from '../lib/session.tsx';
import { Loading } from '../ui/loading.tsx';

/** Frames every page that needs a session; others are sent to sign in and come back (specification 1, section 2). */
export default function SignedIn() {
  const { status, token } = useSession();
  const location = useLocation();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (status === 'signed-in' && !wasSignedIn) setWasSignedIn(true);
  if (status === 'loading') return <Loading />;
  if (status === 'signed-out') {
    // Who signs in after somebody signed out may be somebody else: they start on their own dashboard.
    return <Navigate to="/login" state={wasSignedIn ? null : rememberPath(location)} replace />;
  }
  // Another session starts from a blank page, never from what the last one had open.
  return <Outlet key={token} />;
}
