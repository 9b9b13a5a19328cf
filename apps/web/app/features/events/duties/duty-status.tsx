import type { Status } from '@anupalan/domain/statuses';
import { StatusBadge } from '../../status-history/status-badge.tsx';
import { labelOfWaiting } from '../../status-history/waiting-label.ts';

/** Status of a duty, or of what waits for its check (R-events-24). */
export function DutyStatus({ waiting, status }: { waiting: Status | null; status: Status }) {
  if (waiting) return <StatusBadge status={waiting} label={labelOfWaiting(waiting)} wraps />;
  return <StatusBadge status={status} quiet={status === 'pending'} />;
}
