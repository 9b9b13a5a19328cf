import { formatDay } from '@anupalan/domain/calendar-day';
import { Button, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconBellRinging,
  IconClockHour4,
  IconInfoCircle,
  IconUser,
} from '@tabler/icons-react';
import type { ReminderChange } from './calls.ts';
import type { BellNotification } from './describe-news.ts';
import classes from './notification-bell.module.css';

const KINDS: Readonly<Record<BellNotification['type'], { label: string; KindIcon: Icon }>> = {
  reminder: { label: 'Reminder', KindIcon: IconBellRinging },
  news: { label: 'Colleague', KindIcon: IconUser },
  urgent: { label: 'Urgent', KindIcon: IconAlertTriangle },
  warning: { label: 'Warning', KindIcon: IconClockHour4 },
  info: { label: 'Information', KindIcon: IconInfoCircle },
};

/** Days by which people are reminded, where those are other ones (R-notifications-11). */
const REMINDS_BY = { company: 'Your company’s day', safe: 'Last working day before' } as const;

type Props = {
  notification: BellNotification;
  onFollow: (notification: BellNotification) => void;
  onChange: (change: ReminderChange) => void;
  busy: boolean;
};

/**
 * Notification, which links to its item; a reminder can be acknowledged or deleted here (R-notifications-8,
 * R-notifications-9).
 */
export function NotificationLine({ notification, onFollow, onChange, busy }: Props) {
  const { type, message } = notification;
  const { label, KindIcon } = KINDS[type];
  return (
    <li className={classes.line} data-type={type}>
      <UnstyledButton className={classes.message} onClick={() => onFollow(notification)}>
        <KindIcon size={18} stroke={2} aria-hidden className={classes.icon} />
        <span>
          {/* Reminders begin with that word in their own text. */}
          {type !== 'reminder' && <VisuallyHidden>{label}: </VisuallyHidden>}
          {message}
          {'remindsBy' in notification && notification.remindsBy && (
            <Text span display="block" size="xs" c="dimmed">
              {REMINDS_BY[notification.remindsBy.what]}: {formatDay(notification.remindsBy.day)}
            </Text>
          )}
        </span>
      </UnstyledButton>
      {type === 'reminder' && (
        <Group gap={8} className={classes.actions}>
          <ChangeButton
            name="Acknowledge"
            about={message}
            busy={busy}
            onClick={() => onChange({ kind: 'acknowledge', notification })}
          />
          <ChangeButton
            name="Delete"
            about={message}
            busy={busy}
            onClick={() => onChange({ kind: 'delete', notification })}
          />
        </Group>
      )}
    </li>
  );
}

type ChangeProps = { name: string; about: string; busy: boolean; onClick: () => void };

/** Busy buttons stay focusable: `disabled` would move the focus out of the panel, where Escape no longer closes it. */
function ChangeButton({ name, about, busy, onClick }: ChangeProps) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${name}: ${about}`}
      aria-disabled={busy}
      data-disabled={busy}
      onClick={() => !busy && onClick()}
    >
      {name}
    </Button>
  );
}
