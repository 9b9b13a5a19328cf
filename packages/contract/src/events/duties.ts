import { z } from 'zod';
import { filingInput } from '../fields/filing.ts';
import { Assignment } from '../people/assignments.ts';
import { ReturnedRecord, WaitingRecord } from '../people/checks.ts';
import { EvidenceIds } from '../proof/evidence-ids.ts';
import { EvidenceLine } from '../proof/evidence-lines.ts';
import { HistoryRecord, Status } from '../status-history.ts';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { Id, Instant, IsoDay, LIMITS, optionalParagraphs, State } from '../wire/primitives.ts';
import { Deadline, Key, Visibility } from './kinds.ts';

/** One record about a duty; records are only ever added (R-events-11). What takes one back is a note (R-events-25). */
export const DutyRecord = HistoryRecord.pick({
  _id: true,
  status: true,
  note: true,
  imported: true,
  checkedBy: true,
  checkedAt: true,
  checkNote: true,
  checkedInstead: true,
  noEvidenceReason: true,
  filing: true,
  takenBack: true,
  takesBack: true,
}).extend({ updatedBy: Id, createdAt: Instant });
export type DutyRecord = z.infer<typeof DutyRecord>;

/** The texts of a duty that the free plan may lock, as it locks their columns of the table (R-tracker-5). */
const LOCKABLE = ['form', 'authority', 'penalty', 'portal'] as const;

/** A duty of an event, as the law stood when the event was recorded (R-events-8). */
export const EventDuty = z.object({
  _id: Id,
  key: Key,
  title: z.string(),
  description: z.string(),
  /** The act of the catalogue; null for one that rests on none, or whose act was deleted. */
  actId: Id.nullable(),
  act: z.string().nullable(),
  state: State,
  /** What must be true for it to open; null: always. */
  condition: z.string().nullable(),
  /** Whether somebody said that its condition holds; null as long as nobody has, or where it has none. */
  applies: z.boolean().nullable(),
  deadline: Deadline,
  /** `event`, `event-month-end` or a later day of the event. */
  countedFrom: z.string(),
  /** The day in India; null as long as the day is unknown that it is counted from. */
  dueDay: IsoDay.nullable(),
  /** The moment, where the deadline is in hours. */
  dueAt: Instant.nullable(),
  /** What was recorded last; null when nothing was. */
  recorded: Status.nullable(),
  /** Its status now: what was recorded last, else pending, or not-done once its time is over. */
  status: Status,
  /** Its newest records, the oldest of them first; on the free plan the newest without its note (R-events-14). */
  statusHistory: z.array(DutyRecord),
  /** The record that waits for its check, and counts for nothing until then (R-events-24). */
  waiting: WaitingRecord.nullable(),
  /** The newest record, if it came back from its check. */
  returned: ReturnedRecord.optional(),
  /** Its files (R-evidence-24). */
  evidence: z.array(EvidenceLine).optional(),
  assignment: Assignment,
  form: z.string(),
  authority: z.string(),
  penalty: z.string(),
  portal: z.string(),
  /** Which of these texts the plan locks; they are empty then. */
  locked: z.array(z.enum(LOCKABLE)),
  source: z.string(),
  confidence: z.enum(['high', 'medium', 'low']),
  checkedOn: IsoDay,
  notes: z.string(),
});
export type EventDuty = z.infer<typeof EventDuty>;

/** Duties that are shown beside the items of the table at most (R-events-16). */
export const MOST_OPEN_DUTIES = 500;

/** An open duty as it stands beside items in the table, the calendar and the bell. */
export const OpenDuty = EventDuty.pick({
  _id: true,
  title: true,
  actId: true,
  act: true,
  state: true,
  deadline: true,
  dueDay: true,
  dueAt: true,
  recorded: true,
  status: true,
  assignment: true,
  confidence: true,
}).extend({
  /** The status that waits for its check. */
  waiting: WaitingRecord.shape.status.nullable(),
  eventId: Id,
  kindName: z.string(),
  label: z.string(),
  visibility: Visibility,
});
export type OpenDuty = z.infer<typeof OpenDuty>;

const DutyOfEvent = z.object({ id: Id, dutyId: Id });

export const listOpenDuties = defineCall({
  method: 'GET',
  path: '/events/duties',
  noun: 'events',
  summary: 'The duties of open events that are not done with, what is due first comes first; 500 at most',
  access: 'events.list',
  answers: {
    /** With `more` there are more than these. */
    200: success(z.array(OpenDuty)).extend({ more: z.literal(true).optional() }),
  },
});

export const decideDuty = defineCall({
  method: 'PATCH',
  path: '/events/:id/duties/:dutyId',
  noun: 'events',
  summary: 'Say whether the condition of an offered duty holds: it opens, or stays out',
  access: 'events.record',
  params: DutyOfEvent,
  body: z.object({ applies: z.boolean('Say whether it applies') }),
  answers: { 200: success(EventDuty) },
});

export const DutyStatusUpdate = z.object({
  status: Status,
  note: optionalParagraphs(LIMITS.note),
  /** Why there is no evidence, where it is required (R-checks-20). */
  noEvidenceReason: optionalParagraphs(LIMITS.note),
  /** The day on which it was filed or done, of a done; without one that of the record counts (R-events-28). */
  filedOn: filingInput.filedOn,
  /** Files that were staged (R-evidence-5). */
  evidence: EvidenceIds.optional(),
});
export type DutyStatusUpdate = z.infer<typeof DutyStatusUpdate>;

export const updateDutyStatus = defineCall({
  method: 'PATCH',
  path: '/events/:id/duties/:dutyId/status',
  noun: 'events',
  summary: 'Record a status of a duty',
  access: 'events.record-status',
  params: DutyOfEvent,
  body: DutyStatusUpdate,
  answers: { 200: success(EventDuty) },
});

export const takeBackDutyStatus = defineCall({
  method: 'POST',
  path: '/events/:id/duties/:dutyId/records/:recordId/take-back',
  noun: 'events',
  summary: 'Take a recorded status of a duty back within the hour; it stays in the history and counts for nothing',
  access: 'status-history.take-back',
  params: DutyOfEvent.extend({ recordId: Id }),
  answers: { 200: success(EventDuty) },
});
