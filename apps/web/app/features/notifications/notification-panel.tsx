import { Alert, Button, Group, Loader, Text, Title } from '@mantine/core';
import { IconBellCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useFocusAfterRemoval } from '../../lib/use-focus-after-removal.ts';
import type { ReminderChange } from './calls.ts';
import type { BellNotification } from './describe-news.ts';
import classes from './notification-bell.module.css';
import { NotificationLine } from './notification-line.tsx';

/** Notifications a page: few people read on, and the keyboard would have to pass them all (R-notifications-7). */
const PAGE = 50;

type Props = {
  notifications: readonly BellNotification[];
  /** Loading state of the items they derive from. */
  status: 'pending' | 'error' | 'success';
  onRetry: () => void;
  error: string | undefined;
  onDismissError: () => void;
  onClearAll: () => void;
  onFollow: (notification: BellNotification) => void;
  onChange: (change: ReminderChange) => void;
  changing: ReminderChange | undefined;
};

export function NotificationPanel({ notifications, onClearAll, error, onDismissError, ...list }: Props) {
  const content = useFocusAfterRemoval<HTMLDivElement>(notifications.length);
  return (
    <div ref={content} tabIndex={-1} className={classes.panel} data-autofocus>
      <Group justify="space-between" className={classes.header}>
        <Title order={2} size="h5">
          Notifications
        </Title>
        {notifications.length > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={onClearAll}>
            Clear All
          </Button>
        )}
      </Group>
      <div role="alert">
        {error !== undefined && (
          <Alert color="red" variant="light" radius={0} role="group">
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm">{error}</Text>
              <Button variant="default" size="compact-sm" onClick={onDismissError}>
                Dismiss
              </Button>
            </Group>
          </Alert>
        )}
      </div>
      <NotificationList notifications={notifications} {...list} />
    </div>
  );
}

type ListProps = Omit<Props, 'onClearAll' | 'error' | 'onDismissError'>;

function NotificationList({ notifications, status, onRetry, onFollow, onChange, changing }: ListProps) {
  const [shown, setShown] = useState(PAGE);
  if (status === 'pending') return <Loader size="sm" m="xl" mx="auto" aria-label="Loading notifications" />;
  if (status === 'error') {
    return (
      <div className={classes.empty}>
        <Text fw={600}>Notifications could not be loaded</Text>
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          Try again
        </Button>
      </div>
    );
  }
  if (notifications.length === 0) return <NoNotifications />;
  return (
    <>
      <ul className={classes.list}>
        {notifications.slice(0, shown).map((notification) => (
          <NotificationLine
            key={notification.id}
            notification={notification}
            onFollow={onFollow}
            onChange={onChange}
            busy={changing?.notification.id === notification.id}
          />
        ))}
      </ul>
      {notifications.length > shown && (
        <Button variant="subtle" radius={0} fullWidth onClick={() => setShown(shown + PAGE)}>
          Show more
        </Button>
      )}
    </>
  );
}

function NoNotifications() {
  return (
    <div className={classes.empty}>
      <IconBellCheck size={32} stroke={1.5} aria-hidden />
      <Text fw={600}>No notifications</Text>
      <Text size="sm" c="dimmed">
        You're all caught up!
      </Text>
    </div>
  );
}
