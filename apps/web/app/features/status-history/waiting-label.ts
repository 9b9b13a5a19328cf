import type { HistoryRecord } from '@anupalan/contract/status-history';
import { STATUS_LABELS, type Status } from '@anupalan/domain/statuses';

/** Words of a status that waits for its check (R-checks-7). */
export function labelOfWaiting(status: Status): string {
  return `${STATUS_LABELS[status]} · to be checked`;
}

/** Why somebody else checked than who should have (R-checks-10). */
export const CHECKED_INSTEAD: Readonly<Record<NonNullable<HistoryRecord['checkedInstead']>, string>> = {
  away: 'its checker was away',
  gone: 'its checker was gone',
  own: 'its checker recorded it',
  changed: 'its checker was changed',
};
