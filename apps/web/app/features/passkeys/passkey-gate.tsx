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
  const [isShut, setShut] = useState(false);
  if (passkeyNeeded && !isShut) setShut(true);
  if (!isShut) return children;
  return (
    <Suspense fallback={<Loading />}>
      <PasskeyRequired onDone={() => void refresh().then(() => setShut(false))} />
    </Suspense>
  );
}
