import type { Filing } from '@anupalan/contract/fields/filing';
import { FilingEntry } from '@anupalan/contract/people/filing-runs';
import { NewNote } from '@anupalan/contract/status-history';
import { NOTE, type RecordStatus, STATUS_LABELS, STATUSES, type Status } from '@anupalan/domain/statuses';
import { z } from 'zod';
import type { Choice, Column, Values } from '../column.ts';
import type { Judged } from '../import-kind.ts';
import { judgeForm } from '../judge-form.ts';
import { ACT_HEADS, OBLIGATION_HEADS } from './act-heads.ts';

const WORDS: Readonly<Record<Status, readonly string[]>> = {
  done: ['Filed', 'Completed', 'Complied', 'Complete', 'Paid', 'Submitted', 'Yes'],
  'not-done': ['Not filed', 'Not complied', 'Missed', 'Overdue', 'No'],
  'not-to-do': ['Not required', 'Nothing to do'],
  'on-hold': ['Hold'],
  'not-applicable': ['NA', 'N/A', 'Does not apply'],
  pending: ['Open', 'To do', 'Due'],
};

const STATUS_CHOICES: readonly Choice[] = [
  ...STATUSES.map((value) => ({ value, words: [STATUS_LABELS[value], value, ...WORDS[value]] })),
  { value: NOTE, words: ['Note'] },
];

/** The columns of past statuses. */
export const STATUS_COLUMNS: readonly Column[] = [
  {
    ...ACT_HEADS,
    explains: 'the act of the obligation, where several have one of this name',
    examples: ['Employees’ Provident Funds and Miscellaneous Provisions Act, 1952'],
  },
  {
    ...OBLIGATION_HEADS,
    synonyms: [...OBLIGATION_HEADS.synonyms, 'Return'],
    explains: 'the obligation, by its name as the table of the dashboard has it',
    examples: ['Example: monthly contribution and return (ECR)'],
  },
  {
    key: 'forDate',
    title: 'Due date',
    synonyms: ['Due on', 'Occurrence', 'For date', 'Due', 'Statutory due date', 'देय तिथि'],
    reads: 'day',
    required: true,
    explains: 'the day on which it fell due',
    examples: ['15/10/2026'],
  },
  {
    key: 'status',
    title: 'Status',
    synonyms: ['State of compliance', 'Compliance status', 'स्थिति'],
    reads: 'choice',
    choices: STATUS_CHOICES,
    required: true,
    explains: 'what became of it; Note for a note that changes nothing',
    examples: ['Done'],
  },
  {
    key: 'note',
    title: 'Note',
    synonyms: ['Notes', 'Remarks', 'Comment', 'Comments', 'टिप्पणी'],
    reads: 'lines',
    explains: 'anything to remember about it',
    examples: ['Imported from the old register'],
  },
  {
    key: 'number',
    title: 'Number',
    synonyms: ['Challan number', 'Challan no', 'TRRN', 'Acknowledgement number', 'ARN', 'Receipt number', 'CRN'],
    reads: 'text',
    explains: 'the number that the authority gave: of a challan, a return, an acknowledgement',
    examples: ['1234567890123'],
  },
  {
    key: 'filedOn',
    title: 'Filed on',
    synonyms: ['Filing date', 'Date of filing', 'Done on', 'Completed on', 'Submitted on'],
    reads: 'day',
    explains: 'the day on which it was filed, by which it counts as on time',
    examples: ['14/10/2026'],
  },
  {
    key: 'amount',
    title: 'Amount',
    synonyms: ['Amount paid', 'Challan amount', 'Rupees', 'राशि'],
    reads: 'amount',
    explains: 'what was paid, in rupees; it needs the day of payment, too',
    examples: ['125000.50'],
  },
  {
    key: 'paidOn',
    title: 'Paid on',
    synonyms: ['Payment date', 'Date of payment', 'Challan date'],
    reads: 'day',
    explains: 'the day of payment; it needs the amount, too',
    examples: ['14/10/2026'],
  },
  {
    key: 'nil',
    title: 'Nil',
    synonyms: ['Nil filed', 'Nil return'],
    reads: 'yes',
    explains: 'Yes where there was nothing to pay or to report, and that was filed',
  },
  {
    key: 'registrationNumber',
    title: 'Registration number',
    synonyms: ['Code number', 'Establishment code', 'Registration'],
    reads: 'text',
    explains: 'which of several numbers it is about; empty for all of them',
  },
  {
    key: 'noEvidenceReason',
    title: 'Reason without evidence',
    synonyms: ['No evidence reason', 'Reason'],
    reads: 'lines',
    explains: 'why there is no file, where the company asks for one',
  },
  {
    key: 'ruledOut',
    title: 'Said not to apply',
    reads: 'lines',
    explains: 'filled in the status register where the obligation did not apply any more',
    ofExports: true,
  },
];

/** A past status of a row. */
export interface StatusRow {
  readonly title: string;
  readonly act: string | undefined;
  readonly forDate: string;
  readonly status: RecordStatus;
  readonly note: string;
  readonly noEvidenceReason: string | undefined;
  readonly registrationNumber: string | undefined;
  readonly filing: Filing | null;
  /** Whether the company that it is from had ruled the obligation out. */
  readonly isRuledOut: boolean;
}

const Named = z.object({
  title: z.string(),
  act: z.string().optional(),
  forDate: z.string(),
  registrationNumber: z.string().optional(),
  ruledOut: z.string().optional(),
});

/** Any company: a filing names one, and a past status is of the call's. */
const ANY = '0199f000-0000-7000-8000-000000000000';

/** Judges a row as the filing run judges a company's entry, and a note as a note. */
export function judgeStatus(values: Values): Judged<StatusRow> {
  const keyOf = ([part = '']: readonly string[]) => (part === '' ? 'status' : part);
  const named = judgeForm(Named, values, keyOf);
  if ('faults' in named) return named;
  const { note, noEvidenceReason, number, filedOn, amount, paidOn, nil, status } = values;
  if (status === NOTE) {
    const judged = judgeForm(NewNote, { note: note ?? '', forDate: named.form.forDate }, keyOf);
    if ('faults' in judged) return judged;
    return { form: { ...absent(named.form), status: NOTE, note: judged.form.note } };
  }
  const entry = { note, noEvidenceReason, number, filedOn, amount, paidOn, status, ...(nil === true && { nil }) };
  const judged = judgeForm(FilingEntry, { ...entry, companyId: ANY }, keyOf);
  if ('faults' in judged) return judged;
  const { form } = judged;
  return {
    form: {
      ...absent(named.form),
      status: form.status,
      note: form.note ?? '',
      noEvidenceReason: form.noEvidenceReason,
      filing: filingOf(form),
    },
  };
}

function absent({ title, act, forDate, registrationNumber, ruledOut }: z.infer<typeof Named>) {
  const isRuledOut = ruledOut !== undefined;
  return { title, act, forDate, registrationNumber, noEvidenceReason: undefined, filing: null, isRuledOut };
}

function filingOf({ number, filedOn, amount, paidOn, nil }: FilingEntry): Filing | null {
  const filing = {
    ...(number && { number }),
    ...(filedOn && { filedOn }),
    ...(amount !== undefined && { amount }),
    ...(paidOn && { paidOn }),
    ...(nil && { nil: true as const }),
  };
  return Object.keys(filing).length > 0 ? filing : null;
}
