import type { DutyRecord, EventDuty } from '@anupalan/contract/events/duties';

/** The record by which a duty is done: the newest that counts, which neither a note is nor what one takes back. */
export function findDone({ statusHistory }: Pick<EventDuty, 'statusHistory'>): DutyRecord | undefined {
  return statusHistory.findLast(({ status, takenBack }) => status === 'done' && !takenBack);
}
