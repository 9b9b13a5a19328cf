import { Suspense, useEffect } from 'react';
import { beginAsking, settlePassword, useIsPasswordAsked, whenPasswordAsked } from '../lib/api/ask-password.ts';
import { whenSettled } from '../lib/when-settled.ts';
import { lazyWidget } from './lazy-widget.ts';

/** The dialog comes late, or at once when a call waits for it; a call that it can't come for is refused. */
const ConfirmPasswordDialog = lazyWidget(async () => {
  await Promise.race([whenSettled(), whenPasswordAsked()]);
  return await import('../features/auth/fresh-sign-in/confirm-password-dialog.tsx');
}, NobodyAsks);

/** Question for the password, put from the first call on (R-accounts-61). */
export function PasswordSlot() {
  useEffect(beginAsking, []);
  return (
    <Suspense>
      <ConfirmPasswordDialog />
    </Suspense>
  );
}

function NobodyAsks() {
  const asked = useIsPasswordAsked();
  useEffect(() => {
    if (asked) settlePassword(null);
  }, [asked]);
  return null;
}
