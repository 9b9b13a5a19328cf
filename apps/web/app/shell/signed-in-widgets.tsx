import { type ComponentType, lazy, Suspense } from 'react';
import { useSession } from '../lib/session/session.tsx';

/* Widgets of every page for signed-in users, loaded after the sign-in: visitors need none of them. */

const ConfirmPasswordDialog = lazyWidget(() => import('../features/auth/fresh-sign-in/confirm-password-dialog.tsx'));
const LiveSession = lazyWidget(() => import('./live-session.tsx'));
const AttentionWidget = lazyWidget(() => import('../features/dashboard/attention-widget.tsx'));
const NotificationBell = lazyWidget(() => import('../features/notifications/notification-bell.tsx'));
const HelpBubble = lazyWidget(() => import('../features/contact/help-bubble.tsx'));
const HiringPopup = lazyWidget(() => import('../features/job-postings/hiring-popup.tsx'));

export function AttentionSlot() {
  const user = useSettledUser();
  return (
    user && (
      <Suspense>
        <AttentionWidget />
      </Suspense>
    )
  );
}

export function BellSlot() {
  const user = useSettledUser();
  return (
    user && (
      <Suspense>
        <NotificationBell key={user._id} user={user} />
      </Suspense>
    )
  );
}

export function FloatingSlot() {
  const { user } = useSession();
  const settled = useSettledUser();
  return (
    user && (
      <Suspense>
        <ConfirmPasswordDialog />
        {settled && (
          <>
            <LiveSession />
            <HelpBubble />
            <HiringPopup />
          </>
        )}
      </Suspense>
    )
  );
}

/**
 * Signed-in user whose pages are shown; nobody while a password has to be chosen or a passkey added first (R-users-50,
 * R-passkeys-12).
 */
function useSettledUser() {
  const { user, passkeyNeeded } = useSession();
  return user?.passwordChange || passkeyNeeded ? null : user;
}

/** Widget that loads late; one that can't be loaded is left out and doesn't fail the page. */
function lazyWidget<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((error: unknown) => {
      reportError(error);
      return { default: (() => null) satisfies ComponentType<Props> };
    }),
  );
}
