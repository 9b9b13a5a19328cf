import { Group } from '@mantine/core';
import { type ComponentType, Suspense } from 'react';
import { CompanyButton } from '../features/memberships/company-button.tsx';
import { CompanyScope } from '../lib/company/company-scope.tsx';
import { useCompany } from '../lib/session/company.ts';
import { useSession } from '../lib/session/session.tsx';
import { whenSettled } from '../lib/when-settled.ts';
import { lazyWidget } from './lazy-widget.ts';
import { PasswordSlot } from './password-slot.tsx';

/* Widgets of every page for signed-in users, loaded after the page: visitors need none of them. */

const CompanySwitcher = lazyWidget(() => import('../features/memberships/company-switcher.tsx'));
const LiveSession = lateWidget(() => import('./live-session.tsx'));
const AttentionWidget = lateWidget(() => import('../features/dashboard/attention-widget.tsx'));
const ChecksCounter = lateWidget(() => import('../features/checks/checks-counter.tsx'));
const NotificationBell = lateWidget(() => import('../features/notifications/notification-bell.tsx'));
const HelpBubble = lateWidget(() => import('../features/contact/help-bubble.tsx'));
const HiringPopup = lateWidget(() => import('../features/job-postings/hiring-popup.tsx'));

/** Company that the tab works in, for who has several (R-pages-37). */
export function CompanySlot() {
  const company = useCompany();
  const { member } = useSession();
  const user = useSettledUser();
  if (!user || !company || !member || member.companies < 2) return null;
  return (
    <Suspense fallback={<CompanyButton name={company.name} plan={company.plan} disabled />}>
      <CompanySwitcher company={company} />
    </Suspense>
  );
}

export function AttentionSlot() {
  const user = useMember();
  const hasColleagues = (useCompany()?.people ?? 1) > 1;
  return (
    user && (
      <CompanyScope>
        <Suspense>
          <Group gap={6} wrap="nowrap">
            {hasColleagues && <ChecksCounter />}
            <AttentionWidget />
          </Group>
        </Suspense>
      </CompanyScope>
    )
  );
}

export function BellSlot() {
  const user = useMember();
  return (
    user && (
      <CompanyScope>
        <Suspense>
          <NotificationBell key={user._id} user={user} />
        </Suspense>
      </CompanyScope>
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

/** Settled user in a company of theirs, once that is known. */
function useMember() {
  const user = useSettledUser();
  const { companyState } = useSession();
  return companyState === 'known' ? user : null;
}

/** Widget that lets the page load first. */
function lateWidget<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazyWidget(async () => {
    await whenSettled();
    return await load();
  });
}
