import { z } from 'zod';
import { Filing, filingInput } from '../fields/filing.ts';
import { SameFile, TEXTS } from '../proof/evidence.ts';
import { EvidenceIds } from '../proof/evidence-ids.ts';
import { Status } from '../status-history.ts';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { calendarDay, Id, IsoDay, LIMITS, optionalParagraphs } from '../wire/primitives.ts';
import { UnreadableCompany } from './clients.ts';

/** Companies of one submit. */
export const MOST_FILED = 100;

/** A company in a filing run, or one of its registration numbers: how the occurrence stands there (R-filing-runs-2). */
export const FilingRow = z.object({
  companyId: Id,
  companyName: z.string(),
  /** Where a company has several registration numbers, the one that the row is about (R-registrations-16). */
  registrationId: Id.optional(),
  registrationNumber: z.string().optional(),
  /** What is recorded; null when nothing is. */
  status: Status.nullable(),
  /** What waits for its check; null when nothing does. */
  waiting: Status.nullable(),
  /** What the newest record, or the one that waits, says was filed. */
  filing: Filing.nullable(),
  note: z.string(),
  /** Who checks it in this company; null without a checker. */
  checker: z.object({ _id: Id, name: z.string() }).nullable(),
  /** Whether a done needs evidence there, or a reason why there is none. */
  evidenceRequired: z.boolean(),
  /** Files that stand at the newest record, or at the one that waits. */
  files: z.number().int(),
});
export type FilingRow = z.infer<typeof FilingRow>;

export const FilingRun = z.object({
  itemId: Id,
  title: z.string(),
  act: z.string(),
  day: IsoDay,
  rows: z.array(FilingRow),
  /** Companies that can't be read, which may have it too (R-clients-7). */
  unreadable: z.array(UnreadableCompany).optional(),
});
export type FilingRun = z.infer<typeof FilingRun>;

const Occurrence = {
  itemId: z.uuid('Please choose an obligation'),
  forDate: calendarDay('Please select a date'),
};

export const readFilingRun = defineCall({
  id: 'readFilingRun',
  method: 'GET',
  path: '/compliance/run',
  noun: 'filing-runs',
  summary: 'One occurrence of one obligation in all companies that it applies to, where the caller may record',
  access: 'filing-runs.read',
  query: z.object(Occurrence),
  answers: { 200: success(FilingRun) },
});

/** What is recorded for one company. */
export const FilingEntry = z
  .object({
    companyId: z.uuid('Company must be an id'),
    /** The registration number that it is about; without one it is about all of the company's. */
    registrationId: z.uuid('Registration must be an id').optional(),
    status: Status,
    note: optionalParagraphs(LIMITS.note),
    noEvidenceReason: optionalParagraphs(LIMITS.note),
    /** Files that the caller staged, in whichever of their companies (R-evidence-6). */
    evidence: EvidenceIds.optional(),
    ...filingInput,
  })
  .refine(({ amount, paidOn }) => (amount === undefined) === (paidOn === undefined), {
    error: 'An amount needs the day on which it was paid, and that day an amount',
    path: ['paidOn'],
  })
  .refine(({ nil, amount }) => !nil || amount === undefined, {
    error: 'What was filed as nil has no amount',
    path: ['amount'],
  })
  .refine(({ nil, status }) => !nil || status === 'done', { error: 'Nil filed is done', path: ['status'] });
export type FilingEntry = z.infer<typeof FilingEntry>;

/** What became of a company's entry; `unchanged` was there already, `refused` says why and wrote nothing. */
const FILING_OUTCOMES = ['recorded', 'waiting', 'unchanged', 'refused'] as const;

export const FilingOutcome = z.object({
  companyId: Id,
  /** The number that the entry was about, if it named one. */
  registrationId: Id.optional(),
  outcome: z.enum(FILING_OUTCOMES),
  message: z.string().optional(),
  row: FilingRow.nullable(),
});
export type FilingOutcome = z.infer<typeof FilingOutcome>;

export const recordFilingRun = defineCall({
  id: 'recordFilingRun',
  method: 'POST',
  path: '/compliance/run',
  noun: 'filing-runs',
  summary: 'Record one occurrence for up to 100 companies, each by itself; what is recorded already is not repeated',
  access: 'filing-runs.record',
  body: z.object({
    ...Occurrence,
    // An entry with a fault is that entry's outcome, so that the others are recorded all the same.
    entries: z
      .array(z.looseObject({ companyId: z.uuid('Company must be an id') }))
      .min(1, 'Please choose at least one company')
      .max(MOST_FILED, `Please choose at most ${MOST_FILED} companies`),
  }),
  answers: { 200: success(z.array(FilingOutcome)) },
});

/** Files of a heap that one call looks at (R-filing-runs-7). */
export const MOST_MATCHED = 50;

/** As {@link TEXTS}; `waiting` can't be read yet, and is worth another call; in one that is `infected` is a virus. */
export const HEAP_TEXTS = [...TEXTS, 'waiting', 'infected'] as const;

/** What a file of a heap was told to be of, and what was read in it; nothing of it is recorded (R-filing-runs-8). */
export const FileMatch = z.object({
  evidenceId: Id,
  /** Null where nothing, or several companies, are named. */
  companyId: Id.nullable(),
  /** Of a company with several registration numbers, the one that the file names. */
  registrationId: Id.nullable(),
  /** In words, why it is of that company, or of none. */
  why: z.string(),
  /** Companies that it may be of, where it names several. */
  among: z.array(Id),
  /** Whether its text was read; where it wasn't, the file is known by its name alone. */
  text: z.enum(HEAP_TEXTS),
  /** What its text proposes for the company's line: what is sure (R-evidence-27). */
  number: z.string().nullable(),
  amount: z.number().nullable(),
  day: IsoDay.nullable(),
  /** In words, what in it is not as it would have to be: another period, another company in its name. */
  mismatch: z.array(z.string()),
  /** Other files of the call with the very same bytes, and where else those lie already. */
  sameAs: z.array(Id),
  sameElsewhere: z.array(SameFile),
});
export type FileMatch = z.infer<typeof FileMatch>;

export const matchFilingRun = defineCall({
  id: 'matchFilingRun',
  method: 'POST',
  path: '/compliance/run/match',
  noun: 'filing-runs',
  summary: 'Whose the staged files of a heap are, for one occurrence, by what they name; what needs an eye comes first',
  access: 'filing-runs.record',
  body: z.object({
    ...Occurrence,
    evidenceIds: z
      .array(Id)
      .min(1, 'Please add at least one file')
      .max(MOST_MATCHED, `Please match at most ${MOST_MATCHED} files at once`),
  }),
  answers: { 200: success(z.array(FileMatch)) },
});
