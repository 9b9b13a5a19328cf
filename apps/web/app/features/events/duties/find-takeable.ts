import type { EventDuty } from '@anupalan/contract/events/duties';
import { NOTE } from '@anupalan/domain/statuses';

/** A record with its author and moment. */
export interface Recorded {
  readonly _id: string;
  readonly updatedBy: string;
  readonly createdAt: string;
}

type History = Pick<EventDuty, 'waiting' | 'statusHistory'>;

/** What was recorded of a duty last: what waits for its check, else the newest that counts. */
export function findNewest({ waiting, statusHistory }: History): Recorded | null {
  return waiting ?? statusHistory.findLast(({ status, takenBack }) => status !== NOTE && !takenBack) ?? null;
}

/** The record that can still be taken back, by whoever may: the newest, for an hour, unless it was checked (R-events-25). */
export function findTakeable(duty: History, now: Temporal.Instant): Recorded | null {
  const newest = findNewest(duty);
  if (!newest || ('checkedBy' in newest && newest.checkedBy)) return null;
  const isRecent = Temporal.Instant.compare(newest.createdAt, now.subtract({ hours: 1 })) > 0;
  return isRecent ? newest : null;
}
