import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSession } from '../../lib/session/session.tsx';
import { Loading } from '../../ui/pages/loading.tsx';

/** Loaded late: it is shown to administrators who have no passkey yet, once. */
const PasskeyRequired = lazy(() => import('./passkey-required.tsx'));

/**
 * What needs a session, or the page to add a passkey where one has to come first (R-passkeys-12). That page stays until
 * its user goes on, who may still be reading the recovery codes.
 */
export function PasskeyGate({ children }: { children: ReactNode }) {
  const { passkeyNeeded, refresh } = useSession();
  const [wasNeeded, setWasNeeded] = useState(false);
  const [isDone, setDone] = useState(false);
  if (passkeyNeeded && !wasNeeded) setWasNeeded(true);
  if (!passkeyNeeded && (!wasNeeded || isDone)) return children;

  function goOn() {
    setDone(true);
    void refresh();
  }

  return (
    <Suspense fallback={<Loading />}>
      <PasskeyRequired onDone={goOn} />
    </Suspense>
  );
}
