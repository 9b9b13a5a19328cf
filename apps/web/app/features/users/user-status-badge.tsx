import type { UserStatus } from '@anupalan/domain/permissions/actor';
import { type Icon, IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import classes from './user-status-badge.module.css';

export const USER_STATUS_LABELS: Readonly<Record<UserStatus, string>> = {
  active: 'Active',
  pending: 'Pending',
  suspended: 'Suspended',
};

const ICONS: Readonly<Record<UserStatus, Icon>> = {
  active: IconCircleCheck,
  pending: IconCircleDashed,
  suspended: IconCircleX,
};

/** User status with an icon, so that statuses don't differ by colour alone (R-pages-19). */
export function UserStatusBadge({ status }: { status: UserStatus }) {
  const StatusIcon = ICONS[status];
  return (
    <span className={classes.badge} data-status={status}>
      <StatusIcon size={15} stroke={2} aria-hidden />
      {USER_STATUS_LABELS[status]}
    </span>
  );
}
