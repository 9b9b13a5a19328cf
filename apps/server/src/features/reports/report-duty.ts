import { daysFrom, indianDayOf, storedDay } from '@anupalan/domain/calendar-day';
import type { ReportedDuty } from '../events/queries-report.ts';
import type { ReportedItem } from './reported-item.ts';

/** The act of duties that rest on none. */
export const NO_ACT = '';

const NOTHING = { past: [], inQuestion: [], ahead: [] };

/** A duty of an event as an item that falls due once, and is told of whenever that was (R-reports-10). */
export function reportDuty(
  duty: ReportedDuty,
  { today, withNotes }: { today: Temporal.PlainDate; withNotes: boolean },
): ReportedItem {
  const { id, title, label, eventId, actId, act, dueDay, recorded, waits, status, hasEvidence } = duty;
  const first = storedDay(dueDay);
  const settled = settledOn(duty, today);
  const isDone = recorded === 'done';
  return {
    due: { id, title: `${title}, ${label}`, act: act ?? 'Events', eventId },
    actId: actId ?? NO_ACT,
    schedule: { first, frequency: 'once' },
    tracked: {
      ...{ dues: NOTHING, trackedFrom: Number.NEGATIVE_INFINITY, isOwn: true },
      recorded: new Map(settled === null ? [] : [[daysFrom(today, first), { settled, isDone, hasEvidence }]]),
    },
    entries: new Map([
      [
        dueDay,
        {
          ...{ current: recorded ?? 'pending', waiting: waits ? status : null, numbers: null },
          record: presentRecord(duty, withNotes),
        },
      ],
    ]),
  };
}

/**
 * The day in India on which it was done with, from today: the day of filing, unless an hour of that very day decides
 * (R-events-28); after its moment has passed that is the next day at least.
 */
function settledOn({ settledAt, filedOn, dueDay, dueAt }: ReportedDuty, today: Temporal.PlainDate): number | null {
  if (settledAt === null) return null;
  if (filedOn !== null && (dueAt === null || filedOn !== dueDay)) {
    return daysFrom(today, storedDay(filedOn));
  }
  const on = daysFrom(today, indianDayOf(Temporal.Instant.fromEpochMilliseconds(settledAt.getTime())));
  const isLate = dueAt !== null && settledAt >= dueAt;
  return isLate ? Math.max(on, daysFrom(today, storedDay(dueDay)) + 1) : on;
}

function presentRecord({ at, by, checkedBy, note, noEvidenceReason, filing }: ReportedDuty, withNotes: boolean) {
  if (at === null) return null;
  return {
    at,
    by,
    checkedBy,
    registrationNumber: null,
    note: withNotes ? (note ?? '') : '',
    filing,
    noEvidenceReason,
  };
}
