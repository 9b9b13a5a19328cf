import type { StatusEntry } from '@anupalan/contract/status-history';
import { isResolved } from '@anupalan/domain/statuses';

type Line = NonNullable<StatusEntry['lines']>[number];

/** Whether a line is settled, or would be if its check were done. */
export function isRecorded({ status, waiting }: Line): boolean {
  return isResolved(status) || waiting !== null;
}

/** Lines of a day that are recorded, in words: "2 of 3 recorded"; null where all are, or none (R-registrations-17). */
export function describeLines(lines: readonly Line[] | undefined): string | null {
  const recorded = lines?.filter(isRecorded).length ?? 0;
  const isPart = lines !== undefined && recorded > 0 && !lines.every(({ status }) => isResolved(status));
  return isPart && lines.length > 1 ? `${recorded} of ${lines.length} recorded` : null;
}
