/** What can be recorded for an occurrence. Specification 2, section 4 ("Daily/occurrence status"). */
export const STATUSES = ['done', 'not-done', 'not-to-do', 'on-hold', 'not-applicable', 'pending'] as const;

export type Status = (typeof STATUSES)[number];

/** Marks a history record that is a note and changes no status. Specification 2, section 3 ("History record"). */
export const NOTE = 'NOTE';

export type RecordStatus = Status | typeof NOTE;

/** The statuses a free user may record (decisions, section 5: the simple variant). */
export const FREE_STATUSES = ['done', 'not-done', 'pending'] as const satisfies readonly Status[];

export const STATUS_LABELS: Readonly<Record<Status, string>> = {
  done: 'Done',
  'not-done': 'Not Done',
  'not-to-do': 'Not To Do',
  'on-hold': 'On Hold',
  'not-applicable': 'Not Applicable',
  pending: 'Pending',
};

const FREE: ReadonlySet<Status> = new Set(FREE_STATUSES);
const RESOLVED: ReadonlySet<Status> = new Set(['done', 'not-to-do', 'not-applicable']);

export function isFreeStatus(status: Status): boolean {
  return FREE.has(status);
}

/** Whether a recorded status settles its occurrence; `undefined` means nothing is recorded. Decisions, section 5. */
export function isResolved(recorded: Status | undefined): boolean {
  return recorded !== undefined && RESOLVED.has(recorded);
}

/** Whether an occurrence still waits for anyone to say something about it. Decisions, section 5. */
export function isStillPending(recorded: Status | undefined): boolean {
  return recorded === undefined || recorded === 'pending';
}
