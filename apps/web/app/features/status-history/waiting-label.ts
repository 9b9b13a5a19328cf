import { STATUS_LABELS, type Status } from '@anupalan/domain/statuses';

/** Words of a status that waits for its check (R-checks-7). */
export function labelOfWaiting(status: Status): string {
  return `${STATUS_LABELS[status]} · to be checked`;
}
