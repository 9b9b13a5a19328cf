import { z } from 'zod';
import { Amount, readAmount } from '../fields/amount.ts';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { type ChosenFile, isChosenFile } from '../wire/files.ts';
import { mediaOf } from '../wire/media-types.ts';
import {
  calendarDay,
  either,
  Id,
  Instant,
  IsoDay,
  LIMITS,
  optionalParagraphs,
  optionalText,
  orNone,
  orNull,
  PageNumber,
  Pagination,
  pageSize,
  tidy,
} from '../wire/primitives.ts';
import { EVIDENCE_FAULTS, EVIDENCE_TYPES, evidenceFault, MAX_EVIDENCE_BYTES } from './evidence-files.ts';

/** What evidence belongs to (R-evidence-1): a record of an occurrence, a duty of an event, a payment, a submission, … */
const SUBJECT_KINDS = ['record', 'duty', 'payment-date', 'submission-date', 'registration'] as const;

/** Whether the scanner looked at a file: one that waits, or was found infected, is given out to nobody (R-evidence-12). */
const VERDICTS = ['waiting', 'clean', 'infected'] as const;

const Removal = z.object({
  at: Instant,
  by: Id,
  /** First and last name; null when they were erased. */
  byName: z.string().nullable(),
  /** Empty where nobody was asked for one. */
  reason: z.string(),
});

/** A file of evidence; of one that was removed everything but its bytes stays (R-evidence-7). */
export const Evidence = z.object({
  _id: Id,
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  type: z.enum(EVIDENCE_TYPES),
  mediaType: z.string(),
  /** Lower-case hex. */
  sha256: z.string(),
  /** Null as long as it is staged: seen by its uploader alone, for a day (R-evidence-3). */
  subject: z.object({ kind: z.enum(SUBJECT_KINDS), id: Id }).nullable(),
  /** Records that were said again after it, and stand on it too (R-evidence-9). */
  alsoOf: z.array(Id).optional(),
  /** The obligation that it is about; null of duties and registrations. */
  itemId: Id.nullable(),
  /** The occurrence, of a record; the day of a payment or a submission. */
  day: IsoDay.nullable(),
  /** The file that it is a revision of. */
  replaces: Id.nullable(),
  /** The revision that took its place. */
  replacedBy: Id.nullable(),
  /** The day, the number and the rupees that the document itself names, as somebody confirmed them. */
  documentDay: IsoDay.nullable(),
  number: z.string().nullable(),
  amount: z.number().nullable(),
  by: Id,
  /** First and last name; null when they were erased. */
  byName: z.string().nullable(),
  at: Instant,
  verdict: z.enum(VERDICTS),
  removed: Removal.nullable(),
});
export type Evidence = z.infer<typeof Evidence>;

/** Another place where the very same bytes lie already, as far as the caller sees it (R-evidence-11). */
export const SameFile = z.object({
  _id: Id,
  name: z.string(),
  /** The obligation, the duty or the number of the registration; empty of a staged file. */
  title: z.string(),
  day: IsoDay.nullable(),
  /** Of another company of the caller. */
  companyName: z.string().optional(),
});
export type SameFile = z.infer<typeof SameFile>;

/** An id in a form, whose empty box is none. */
const chosen = orNone(Id);

/** The subject that a form or a filter names. */
const subjects = {
  /** A record of an occurrence; also a payment or a submission. */
  recordId: chosen,
  eventDutyId: chosen,
  registrationId: chosen,
  paymentDateId: chosen,
  submissionDateId: chosen,
};

type Subjects = { readonly [key in keyof typeof subjects]?: string | undefined };

function countNamed(form: Subjects & { readonly itemId?: string | undefined }): number {
  const { recordId, eventDutyId, registrationId, paymentDateId, submissionDateId, itemId } = form;
  return [recordId, eventDutyId, registrationId, paymentDateId, submissionDateId, itemId].filter(Boolean).length;
}

/** Rupees as the text of a form. */
const AmountText = orNone(tidy('Please enter a valid amount').transform(readAmount).pipe(Amount));

const EvidenceFile = z
  .custom<ChosenFile>(isChosenFile, EVIDENCE_FAULTS.missing)
  .superRefine((file, context) => {
    const fault = evidenceFault(file);
    if (fault) context.addIssue(fault);
  })
  .meta({
    type: 'string',
    format: 'binary',
    description: `A file of one of the types ${EVIDENCE_TYPES.join(', ')} by its name and its content; 1 byte to ${MAX_EVIDENCE_BYTES} bytes (R-evidence-2)`,
  });

/** The form of an upload: at most one subject; without any the file is staged (R-evidence-3). Files come last. */
export const NewEvidence = z
  .object({
    ...subjects,
    /** The file that this one is a revision of. `replaces` is the same. */
    revisionOf: chosen,
    replaces: chosen,
    documentDay: orNone(calendarDay()),
    number: optionalText(LIMITS.name),
    amount: AmountText,
    file: EvidenceFile,
  })
  .refine((form) => countNamed(form) <= 1, {
    error: 'Please name one thing that the file belongs to',
    path: ['recordId'],
  });
export type NewEvidence = z.infer<typeof NewEvidence>;

export const addEvidence = defineCall({
  id: 'addEvidence',
  method: 'POST',
  path: '/evidence',
  noun: 'evidence',
  summary:
    'Add a file to a record, a duty, a payment, a submission or a registration; without any of them it is staged',
  access: 'evidence.add',
  upload: { field: 'file', several: false, maxBytes: MAX_EVIDENCE_BYTES, streamed: true },
  body: NewEvidence,
  answers: { 201: success(Evidence.extend({ sameFile: z.array(SameFile) })) },
});

/** Files that a list has at most; with `more` there are older ones. */
export const MOST_LISTED = 500;

export const EvidenceFilter = z
  .object({
    ...subjects,
    /** An obligation: with its records, payments and submissions. */
    itemId: chosen,
    /** Of the obligation the occurrence, and the payments and submissions between those before and after it. */
    forDate: orNone(calendarDay()),
    /** An event, with all its duties. */
    eventId: chosen,
  })
  .refine((filter) => countNamed(filter) + (filter.eventId ? 1 : 0) === 1, {
    error: 'Please name one thing whose files to list',
    path: ['recordId'],
  });
export type EvidenceFilter = z.infer<typeof EvidenceFilter>;

export const listEvidence = defineCall({
  id: 'listEvidence',
  method: 'GET',
  path: '/evidence',
  noun: 'evidence',
  summary: 'The files of one thing, the newest first, with the removed ones',
  access: 'evidence.list',
  query: EvidenceFilter,
  answers: { 200: success(z.array(Evidence)).extend({ more: z.literal(true).optional() }) },
});

const params = z.object({ id: Id });

export const fetchEvidence = defineCall({
  id: 'fetchEvidence',
  method: 'GET',
  path: '/evidence/:id',
  noun: 'evidence',
  summary: 'The bytes of a file, to be saved; that a viewer fetched them is in the activity',
  access: 'evidence.fetch',
  params,
  media: mediaOf(EVIDENCE_TYPES),
  answers: { 200: z.file() },
});

/** What somebody confirms of a document; null and the empty text are nothing, what is left out stays. */
export const EvidenceChanges = z.object({
  documentDay: orNull(calendarDay()).optional(),
  number: either(z.null(), optionalText(LIMITS.name)).optional(),
  amount: orNull(Amount).optional(),
});
export type EvidenceChanges = z.infer<typeof EvidenceChanges>;

export const describeEvidence = defineCall({
  id: 'describeEvidence',
  method: 'PATCH',
  path: '/evidence/:id',
  noun: 'evidence',
  summary: 'Say which day, number and amount a document names: by its uploader, and by managers',
  access: 'evidence.describe',
  params,
  body: EvidenceChanges,
  answers: { 200: success(Evidence) },
});

/** A staged file goes without a reason. */
export const EvidenceRemoval = z.object({ reason: optionalParagraphs(LIMITS.note) });

/** The fault of a removal that has no reason. */
export const NO_REASON = 'Please say why it is removed';

export const removeEvidence = defineCall({
  id: 'removeEvidence',
  method: 'DELETE',
  path: '/evidence/:id',
  noun: 'evidence',
  summary: 'Remove a file with the reason; its name and its hash stay. A staged one is deleted by its uploader',
  access: 'evidence.remove',
  params,
  body: EvidenceRemoval,
  answers: { 200: Acknowledgement },
});

/** Whether the text of a document was read: `none` has none, `locked` has a password, `large` more than is read. */
export const TEXTS = ['read', 'none', 'locked', 'large', 'unreadable'] as const;

/** What the text of a document says; of each kind what is most likely meant comes first (R-evidence-10). */
export const Said = z.object({
  text: z.enum(TEXTS),
  numbers: z.array(z.string()),
  /** Rupees. */
  amounts: z.array(z.number()),
  days: z.array(IsoDay),
  /** The figures that can't be mistaken, which are proposed; null where there is any doubt (R-evidence-27). */
  sure: z.object({ number: z.string().nullable(), amount: z.number().nullable(), day: IsoDay.nullable() }),
  /** In words, what stands in the record and not in the document. */
  mismatch: z.array(z.string()),
  sameElsewhere: z.array(SameFile),
});
export type Said = z.infer<typeof Said>;

export const readSaid = defineCall({
  id: 'readSaid',
  method: 'GET',
  path: '/evidence/:id/said',
  noun: 'evidence',
  summary: 'What the text of a document says: numbers, amounts and days, and what of its record it does not',
  access: 'evidence.fetch',
  params,
  answers: { 200: success(Said) },
});

/** An occurrence that was closed, with how many files stand at it. */
const ClosedRow = z.object({
  /** The obligation, or the duty of an event. */
  itemId: Id,
  /** Set of a duty: its event. */
  eventId: Id.optional(),
  title: z.string(),
  act: z.string(),
  /** The nominal day, and the legal one where that is another. */
  day: IsoDay,
  legal: IsoDay,
  files: z.number().int(),
  /** Why there is none, where somebody said so. */
  noEvidenceReason: z.string().nullable(),
});
export type ClosedRow = z.infer<typeof ClosedRow>;

export const listClosed = defineCall({
  id: 'listClosed',
  method: 'GET',
  path: '/evidence/closed',
  noun: 'evidence',
  summary: 'What was done in the last twelve months, with or without evidence: the rows behind the share',
  access: 'evidence.list',
  query: z.object({
    evidence: orNone(z.enum(['with', 'without'], { error: 'Choose with or without' })),
    page: PageNumber,
    limit: pageSize(50),
  }),
  answers: {
    200: success(z.array(ClosedRow)).extend({
      closedWithEvidence: z.object({ done: z.number().int(), of: z.number().int() }),
      pagination: Pagination,
    }),
  },
});
