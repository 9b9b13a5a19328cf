import { NOTE, STATUSES } from '@anupalan/domain/statuses';
import { z } from 'zod';
import { Filing } from './fields/filing.ts';
import { ReturnedRecord, WaitingRecord } from './people/checks.ts';
import { EvidenceIds } from './proof/evidence-ids.ts';
import { EvidenceLine } from './proof/evidence-lines.ts';
import { defineCall } from './wire/call.ts';
import { success } from './wire/envelope.ts';
import {
  ActedFor,
  calendarDay,
  Id,
  Instant,
  IsoDay,
  LIMITS,
  optionalParagraphs,
  PageNumber,
  Pagination,
  paragraphs,
  tidy,
} from './wire/primitives.ts';

export const Status = z.enum(STATUSES, { error: 'Invalid status' });

/** One record about a day of an item; the status `NOTE` is a note that changed none (R-statuses-13). */
export const HistoryRecord = z.object({
  _id: Id,
  status: z.enum([...STATUSES, NOTE]),
  note: z.string(),
  updatedAt: Instant,
  updatedBy: Id.nullable(),
  /** First and last name of the author; for administrators, unless that person's data were erased (R-statuses-9). */
  updatedByName: z.string().optional(),
  /** Set of a record that came from a company's file, which alone says who made and checked it (R-company-files-8). */
  imported: z.literal(true).optional(),
  /** Who checked it, where it had to be checked; when, and what they said of it (R-checks-7). */
  checkedBy: Id.optional(),
  checkedAt: Instant.optional(),
  checkNote: z.string().optional(),
  /** Why somebody else checked it than the item's checker: away, gone, changed, or who made it (R-checks-10). */
  checkedInstead: z.enum(['away', 'own', 'changed', 'gone']).optional(),
  /** Why there is no evidence, where it is required (R-checks-20). */
  noEvidenceReason: z.string().optional(),
  /** Its files, in the pages of an obligation's history (R-evidence-24). */
  evidence: z.array(EvidenceLine).optional(),
  /** What was filed, where the record says so (R-filing-runs-4). */
  filing: Filing.optional(),
  /** The registration number that it is about, by its registration; without one it is about all (R-registrations-16). */
  registrationId: Id.optional(),
  registrationNumber: z.string().optional(),
  /** Set once the record was taken back: it stays in sight and counts for nothing (R-statuses-18). */
  takenBack: z.literal(true).optional(),
  /** Of a note that takes a record back: that record (R-statuses-18). */
  takesBack: Id.optional(),
});
export type HistoryRecord = z.infer<typeof HistoryRecord>;

/** How a day stands for one of several registration numbers (R-registrations-16). */
export const StatusLine = z.object({
  registrationId: Id,
  status: Status,
  /** The record about this number that waits for its check. */
  waiting: WaitingRecord.nullable().default(null),
  /** The newest record about this number, if it came back from its check. */
  returned: ReturnedRecord.optional(),
});
export type StatusLine = z.infer<typeof StatusLine>;

/** The entry of one item and one day, with its records, the oldest first. */
export const StatusEntry = z.object({
  _id: Id,
  complianceId: Id,
  userId: Id.nullable(),
  /** First and last name of the user; for administrators, unless that person's data were erased (R-statuses-9). */
  userName: z.string().optional(),
  /** Whether the viewer's own workspace recorded it; for administrators, who are sent everybody's (R-statuses-9). */
  isOwn: z.boolean().optional(),
  date: IsoDay,
  current: Status,
  history: z.array(HistoryRecord),
  /** The record that waits for its check, and is neither in `history` nor `current` (R-checks-7). */
  waiting: WaitingRecord.nullable().default(null),
  /** The newest record, if it came back from its check (R-checks-12). */
  returned: ReturnedRecord.optional(),
  /** Of a day of which something was recorded about one of several registration numbers; otherwise all are `current`. */
  lines: z.array(StatusLine).optional(),
  lastUpdated: Instant,
  createdAt: Instant,
  updatedAt: Instant,
});
export type StatusEntry = z.infer<typeof StatusEntry>;

/**
 * The days that the status entries of an answer cover: from one year before to two years after today unless said
 * otherwise (R-api-14).
 */
export const StatusWindow = z.object({
  from: calendarDay().optional(),
  to: calendarDay().optional(),
});
export type StatusWindow = z.infer<typeof StatusWindow>;

export const StatusUpdate = z.object({
  userId: tidy('User ID is required').min(1, 'User ID is required'),
  status: Status,
  forDate: calendarDay('Please select a date'),
  note: optionalParagraphs(LIMITS.note),
  /** Why there is no evidence of a done, where it is required (R-checks-20). */
  noEvidenceReason: optionalParagraphs(LIMITS.note),
  /** The registration number that it is about; without one it is about all (R-registrations-16). */
  registrationId: Id.optional(),
  /** Files that were staged, or stand at the same occurrence already (R-evidence-5). */
  evidence: EvidenceIds.optional(),
});
export type StatusUpdate = z.infer<typeof StatusUpdate>;

const StatusHistory = success(z.object({ statusHistory: z.array(StatusEntry) }));

export const updateStatus = defineCall({
  id: 'updateStatus',
  method: 'PATCH',
  path: '/compliance/data/:id/status',
  noun: 'status-history',
  summary: 'Record a status for one day of an item',
  access: 'status-history.record',
  params: z.object({ id: Id }),
  query: StatusWindow,
  body: StatusUpdate,
  answers: { 200: StatusHistory },
});

/** Days recorded, or records taken back, by one call at most (R-statuses-20). */
export const MOST_AT_ONCE = 200;

function many<T extends z.ZodType>(one: T) {
  return z
    .array(one, { error: 'Please choose at least one' })
    .min(1, 'Please choose at least one')
    .max(MOST_AT_ONCE, `Please send at most ${MOST_AT_ONCE} at once`);
}

/** A status for one of many days; each is checked on its own, so that a fault in one stops no other. */
export const BulkStatus = StatusUpdate.omit({ userId: true }).extend({ id: Id });
export type BulkStatus = z.infer<typeof BulkStatus>;

/** An entry of a bulk update before it is checked as {@link BulkStatus}. */
const BulkEntry = z.looseObject({
  id: tidy('Not found'),
  forDate: tidy('Please select a date'),
  status: tidy('Status is required'),
});

/**
 * What became of one of many days. `recorded`: by a new record; `unchanged`: the caller's own newest record already says
 * so; `refused`: nothing is recorded, with the reason in `message`.
 */
const BulkOutcome = z.object({
  id: z.string(),
  forDate: z.string(),
  outcome: z.enum(['recorded', 'unchanged', 'refused']),
  /** The record that says so, by which it can be taken back. */
  recordId: Id.nullable(),
  message: z.string(),
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;

export const updateStatuses = defineCall({
  id: 'updateStatuses',
  method: 'POST',
  path: '/compliance/data/status/bulk',
  noun: 'status-history',
  summary: 'Record statuses for many days of items, each by the rules of a single one; one that fails stops no other',
  access: 'status-history.record-many',
  body: ActedFor.extend({ entries: many(BulkEntry) }),
  answers: { 200: success(z.array(BulkOutcome)) },
});

export const takeBackStatus = defineCall({
  id: 'takeBackStatus',
  method: 'POST',
  path: '/status-records/:id/take-back',
  noun: 'status-history',
  summary: 'Take a recorded status back within the hour; it stays in the history and counts for nothing',
  access: 'status-history.take-back',
  params: z.object({ id: Id }),
  query: StatusWindow.extend(ActedFor.shape),
  answers: { 200: success(z.object({ complianceId: Id, statusHistory: z.array(StatusEntry) })) },
});

/** What became of one of many records: `taken-back`, or `refused` with the reason in `message`. */
const TakeBackOutcome = z.object({
  id: z.string(),
  outcome: z.enum(['taken-back', 'refused']),
  message: z.string(),
});

export const takeBackStatuses = defineCall({
  id: 'takeBackStatuses',
  method: 'POST',
  path: '/status-records/take-back/bulk',
  noun: 'status-history',
  summary: 'Take many recorded statuses back, each by the rules of a single one; one that fails stops no other',
  access: 'status-history.take-back',
  body: ActedFor.extend({ ids: many(tidy('Not found')) }),
  answers: { 200: success(z.array(TakeBackOutcome)) },
});

export const NewNote = ActedFor.extend({
  forDate: calendarDay('Please select a date'),
  note: paragraphs('Please enter a note before submitting', { max: LIMITS.note }),
});
export type NewNote = z.infer<typeof NewNote>;

export const NoteChange = ActedFor.extend({ note: paragraphs('Note cannot be empty', { max: LIMITS.note }) });
export type NoteChange = z.infer<typeof NoteChange>;

const NoteOfItem = z.object({ id: Id, noteId: Id });

export const addNote = defineCall({
  id: 'addNote',
  method: 'PATCH',
  path: '/compliance/data/:id/note',
  noun: 'status-history',
  summary: 'Add a note to one day of an item; its status stays what it is',
  access: 'status-history.add-note',
  params: z.object({ id: Id }),
  query: StatusWindow,
  body: NewNote,
  answers: { 200: StatusHistory },
});

export const updateNote = defineCall({
  id: 'updateNote',
  method: 'PUT',
  path: '/compliance/data/:id/note/:noteId',
  noun: 'status-history',
  summary: 'Change the text of a note; administrators only',
  access: 'status-history.change-note',
  params: NoteOfItem,
  query: StatusWindow,
  body: NoteChange,
  answers: { 200: StatusHistory },
});

export const deleteNote = defineCall({
  id: 'deleteNote',
  method: 'DELETE',
  path: '/compliance/data/:id/note/:noteId',
  noun: 'status-history',
  summary: 'Delete a note; administrators only',
  access: 'status-history.change-note',
  params: NoteOfItem,
  query: StatusWindow.extend(ActedFor.shape),
  answers: { 200: StatusHistory },
});

export const listStatusHistory = defineCall({
  id: 'listStatusHistory',
  method: 'GET',
  path: '/compliance/data/:id/status-history',
  noun: 'status-history',
  summary: 'Everything recorded about an item, of any day, page by page; what changed last comes first',
  access: 'status-history.read',
  params: z.object({ id: Id }),
  query: ActedFor.extend({ page: PageNumber }),
  answers: { 200: success(z.object({ statusHistory: z.array(StatusEntry), pagination: Pagination })) },
});
