import type { StatusEntry, StatusLine } from '@anupalan/contract/status-history';
import { isChecked } from '@anupalan/domain/assignments';
import { lineOf, replayRecords, statusOfLines, withLine } from '@anupalan/domain/registrations/lines';
import { NOTE, type Status } from '@anupalan/domain/statuses';
import { indexLines } from './lines-of-day.ts';

/** Registration number that a record is about. */
export interface AboutNumber {
  readonly registrationId: string;
  readonly registrationNumber: string;
  /** Ids of all numbers of the day. */
  readonly numbers: readonly string[];
}

/** Record about a number, as a day's history has it. */
interface RecordOfLine {
  readonly _id: string;
  readonly status: Status;
  readonly note: string;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
}

/** Entry with a record about one of its numbers (R-registrations-16). */
export function withLineRecord(
  entry: StatusEntry,
  record: RecordOfLine,
  { about, hasChecker }: { about: AboutNumber; hasChecker: boolean | undefined },
): StatusEntry {
  const { returned: _, ...before } = entry;
  const { registrationId, registrationNumber, numbers } = about;
  const { _id, status, note, updatedAt: at, updatedBy } = record;
  const day = dayOf(entry);
  const waits = hasChecker === true && isChecked(status);
  const line = waits
    ? { ...lineOf(day, registrationId), waiting: { _id, status, note, updatedBy: updatedBy ?? '', createdAt: at } }
    : { status, at };
  const lines = listed(withLine(day, numbers, [registrationId, { registrationId, waiting: null, ...line }]));
  const history = waits ? before.history : [...before.history, { ...record, registrationId, registrationNumber }];
  return { ...before, history, waiting: null, current: statusOfLines(lines.map((one) => one.status)), lines };
}

/** What an entry stands for after something of its history was taken back. */
export function standingAfter({ lines, history }: StatusEntry): Pick<StatusEntry, 'current' | 'lines'> {
  const counting = history.flatMap(({ status, takenBack, updatedAt: at, registrationId }) =>
    status === NOTE || takenBack ? [] : [{ status, at, registrationId }],
  );
  const named = counting.flatMap(({ registrationId }) => registrationId ?? []);
  const numbers = [...new Set([...(lines?.map((line) => line.registrationId) ?? []), ...named])];
  const day = replayRecords(counting, numbers);
  return { current: day.current, ...(day.lines && { lines: listed(day.lines) }) };
}

/** Line of which nothing waits and nothing came back any more. */
export function withoutCheck({ registrationId, status }: StatusLine): StatusLine {
  return { registrationId, status, waiting: null };
}

function dayOf({ current, updatedAt: at, lines }: StatusEntry) {
  return { current, at, lines: lines ? indexLines(lines, at) : null };
}

function listed(lines: Readonly<Record<string, Partial<StatusLine> & Pick<StatusLine, 'status'>>>): StatusLine[] {
  return Object.entries(lines).map(([registrationId, { status, waiting = null, returned }]) => ({
    registrationId,
    status,
    waiting,
    ...(returned && { returned }),
  }));
}
