/** The statuses that can be recorded for a day (R-statuses-1). */
export const STATUSES = ['done', 'not-done', 'not-to-do', 'on-hold', 'not-applicable', 'pending'] as const;

export type Status = (typeof STATUSES)[number];

/** The status of a history record that is a note and changes no status (R-statuses-13). */
export const NOTE = 'NOTE';

export type RecordStatus = Status | typeof NOTE;

/** The statuses a free user may record (R-statuses-6). */
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

/** The statuses that settle an occurrence (R-due-dates-10). */
export const RESOLVED_STATUSES = ['done', 'not-to-do', 'not-applicable'] as const satisfies readonly Status[];

const RESOLVED: ReadonlySet<Status> = new Set(RESOLVED_STATUSES);

/** Whether a free user may record the status (R-statuses-6). */
export function isFreeStatus(status: Status): boolean {
  return FREE.has(status);
}

/** Whether a recorded status settles its occurrence; `undefined` means nothing is recorded (R-due-dates-10). */
export function isResolved(recorded: Status | undefined): boolean {
  return recorded !== undefined && RESOLVED.has(recorded);
}

/** Whether an occurrence is still pending: nobody has said anything about it yet (R-due-dates-10). */
export function isStillPending(recorded: Status | undefined): boolean {
  return recorded === undefined || recorded === 'pending';
}
