import { type ComponentType, lazy, Suspense } from 'react';
import { useSession } from './lib/session.tsx';

/*
 * What every page has once someone is signed in. All of it is loaded then and not before, for visitors need none of it.
 */

const LiveSession = lazyWidget(() => import('./live-session.tsx'));
const AttentionWidget = lazyWidget(() => import('./features/compliance-items/attention-widget.tsx'));
const NotificationBell = lazyWidget(() => import('./features/notifications/notification-bell.tsx'));
const HelpBubble = lazyWidget(() => import('./features/contact/help-bubble.tsx'));
const HiringPopup = lazyWidget(() => import('./features/job-postings/hiring-popup.tsx'));

export function AttentionSlot() {
  const { user } = useSession();
  return (
    user && (
      <Suspense>
        <AttentionWidget />
      </Suspense>
    )
  );
}

export function BellSlot() {
  const { user } = useSession();
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
  return (
    user && (
      <Suspense>
        <LiveSession />
        <HelpBubble />
        <HiringPopup />
      </Suspense>
    )
  );
}

/** A widget that can't be loaded is missing from the page, and does not take the page with it. */
function lazyWidget<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() =>
    load().catch((error: unknown) => {
      reportError(error);
      return { default: (() => null) satisfies ComponentType<Props> };
    }),
  );
}
