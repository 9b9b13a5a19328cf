import { type ComponentType, Suspense } from 'react';
import { useSession } from '../lib/session/session.tsx';
import { whenSettled } from '../lib/when-settled.ts';
import { lazyWidget } from './lazy-widget.ts';
import { PasswordSlot } from './password-slot.tsx';

/* Widgets of every page for signed-in users, loaded after the page: visitors need none of them. */

const LiveSession = lateWidget(() => import('./live-session.tsx'));
const AttentionWidget = lateWidget(() => import('../features/dashboard/attention-widget.tsx'));
const NotificationBell = lateWidget(() => import('../features/notifications/notification-bell.tsx'));
const HelpBubble = lateWidget(() => import('../features/contact/help-bubble.tsx'));
const HiringPopup = lateWidget(() => import('../features/job-postings/hiring-popup.tsx'));

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
      <>
        <PasswordSlot />
        {settled && (
          <Suspense>
            <LiveSession />
            <HelpBubble />
            <HiringPopup />
          </Suspense>
        )}
      </>
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

/** Widget that lets the page load first. */
function lateWidget<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazyWidget(async () => {
    await whenSettled();
    return await load();
  });
}
