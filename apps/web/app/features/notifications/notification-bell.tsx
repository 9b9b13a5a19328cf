import type { User } from '@anupalan/contract/users';
import { ActionIcon, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { addressWith, companyIn } from '../../lib/company/company-address.ts';
import { useRememberedBy } from '../../lib/session/company.ts';
import { useMinute } from '../../lib/time/clock.ts';
import { useComplianceItems } from '../compliance-items/calls.ts';
import { highlightItem, highlightState } from '../compliance-items/tracker-events.ts';
import { useOpenDuties } from '../events/calls.ts';
import { useChangeReminder, useNews } from './calls.ts';
import { type BellNotification, withNews } from './describe-news.ts';
import { listNotifications } from './list-notifications.ts';
import classes from './notification-bell.module.css';
import { NotificationPanel } from './notification-panel.tsx';
import { useUncleared } from './use-uncleared.ts';

const DASHBOARD = '/dashboard';

const MOST_SHOWN = 99;

/** Bell of the bar: count of notifications, and the panel that lists them (R-notifications-1). */
export default function NotificationBell({ user }: { user: User }) {
  const items = useComplianceItems();
  const now = useLatest(useMinute(), items.dataUpdatedAt);
  // The rows of the table come first.
  const listed = useDeferredValue(items.data, undefined);
  const duties = useOpenDuties().data?.duties;
  const due = useMemo(() => listNotifications(listed ?? [], user._id, now, duties), [listed, user._id, now, duties]);
  const news = useNews();
  const all = useMemo(() => withNews(due, news), [due, news]);
  const { uncleared, clearAll } = useUncleared(all, useRememberedBy(user._id));
  const change = useChangeReminder();
  const [opened, setOpened] = useState(false);
  // Focus goes to the highlighted row, so the closing panel must not return it to the bell.
  const [isFollowed, setFollowed] = useState(false);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const follow = (notification: BellNotification) => {
    setOpened(false);
    setFollowed(true);
    if (notification.type === 'news') return navigate(notification.to);
    if ('eventId' in notification) {
      return navigate(addressWith(`/company/events?event=${notification.eventId}`, companyIn(search)));
    }
    const { itemId, type } = notification;
    navigate(DASHBOARD, { state: highlightState(itemId, type), replace: pathname === DASHBOARD });
    highlightItem(itemId);
  };
  const dismissError = () => {
    if (change.error?.message.toLowerCase().includes('not found')) clearAll();
    change.reset();
  };

  const count = uncleared.length;
  const shownCount = count > MOST_SHOWN ? `${MOST_SHOWN}+` : `${count}`;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      floatingStrategy="fixed"
      middlewares={{ shift: { padding: 0 }, flip: false }}
      width="min(480px, 100%)"
      shadow="lg"
      radius="lg"
      trapFocus
      returnFocus={!isFollowed}
      onOpen={() => setFollowed(false)}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.bell}
          aria-label={nameOf(count, shownCount)}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={20} stroke={1.7} aria-hidden />
          {count > 0 && <span className={classes.count}>{shownCount}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} className={classes.dropdown}>
        <NotificationPanel
          notifications={uncleared}
          status={listed ? 'success' : items.isError ? 'error' : 'pending'}
          onRetry={() => items.refetch()}
          error={change.error?.message}
          onDismissError={dismissError}
          onClearAll={clearAll}
          onFollow={follow}
          onChange={change.mutate}
          changing={change.isPending ? change.variables : undefined}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Name of the bell: the count, and what is shown of it where that is another. */
function nameOf(count: number, shown: string): string {
  if (count === 0) return 'Notifications';
  return count > MOST_SHOWN ? `Notifications: ${count}, ${shown}` : `Notifications: ${count}`;
}

/** Latest of the current minute and the moment the items arrived (`updatedAt`, ms): fresh items are judged at once. */
function useLatest(minute: Temporal.Instant, updatedAt: number): Temporal.Instant {
  const latest = Math.max(minute.epochMilliseconds, updatedAt);
  return useMemo(() => Temporal.Instant.fromEpochMilliseconds(latest), [latest]);
}
