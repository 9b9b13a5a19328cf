import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { DATE_FAULT } from '@anupalan/contract/compliance-items';
import { LIMITS } from '@anupalan/contract/wire/primitives';
import { FREQUENCIES, type Frequency } from '@anupalan/domain/recurrence';
import { ALL_STATES, STATES, type State, stateLabel } from '@anupalan/domain/states';
import type { Choice, Column, Values } from '../column.ts';
import type { Fault, Judged } from '../import-kind.ts';

/** Characters of the key of a row. */
export const KEY_LENGTH = 100;

/** The key by which a later import finds the thing again. */
export const KEY_COLUMN: Column = {
  key: 'key',
  title: 'Key',
  synonyms: ['Row key', 'ID', 'Code', 'Reference', 'कुंजी'],
  reads: 'text',
  explains: 'your own number or name for the row: an import with the same key later finds it again',
  examples: ['R-1', 'R-2'],
};

/** Names by which some states are known as well. */
const STATE_SYNONYMS: Readonly<Partial<Record<State, readonly string[]>>> = {
  Delhi: ['NCT of Delhi', 'New Delhi'],
  Odisha: ['Orissa'],
  Puducherry: ['Pondicherry'],
  Uttarakhand: ['Uttaranchal'],
  'Andaman and Nicobar Islands': ['Andaman & Nicobar Islands', 'Andaman & Nicobar'],
  'Jammu and Kashmir': ['Jammu & Kashmir', 'J&K'],
  'Dadra and Nagar Haveli and Daman and Diu': ['Dadra & Nagar Haveli and Daman & Diu', 'DNH & DD'],
  Chhattisgarh: ['Chattisgarh'],
};

export const STATE_CHOICES: readonly Choice[] = [
  { value: ALL_STATES, words: [stateLabel(ALL_STATES), 'All India', 'India', 'Central'] },
  ...STATES.map((state) => ({ value: state, words: [state, ...(STATE_SYNONYMS[state] ?? [])] })),
];

const FREQUENCY_WORDS: Readonly<Record<Frequency, readonly string[]>> = {
  never: ['Never', 'As needed', 'Event based'],
  once: ['Once', 'One time'],
  daily: ['Daily'],
  weekly: ['Weekly'],
  monthly: ['Monthly', 'Every month'],
  quarterly: ['Quarterly', 'Every quarter'],
  'half-yearly': ['Half-yearly', 'Half yearly', 'Semi-annual', 'Six-monthly'],
  yearly: ['Yearly', 'Annual', 'Annually', 'Every year'],
  '2-years': ['2-years', 'Every 2 years', 'Two-yearly', 'Biennial'],
};

const FREQUENCY_CHOICES: readonly Choice[] = FREQUENCIES.map((value) => ({ value, words: FREQUENCY_WORDS[value] }));

/** The column of a field of the table. */
const FIELD = 'field:';

/** The columns of an obligation, of the catalogue or a company's own. */
export function columnsOfItems(fields: readonly ComplianceField[]): Column[] {
  return [
    KEY_COLUMN,
    {
      key: 'act',
      title: 'Act',
      synonyms: ['Act name', 'Law', 'Statute', 'अधिनियम'],
      reads: 'text',
      required: true,
      explains: 'the name of the act that it belongs to',
      examples: ['Fire safety (house rules)', 'Fire safety (house rules)'],
    },
    {
      key: 'title',
      title: 'Obligation',
      synonyms: ['Title', 'Compliance', 'Compliance item', 'Name', 'Task', 'दायित्व'],
      reads: 'text',
      required: true,
      explains: 'what has to be done, in a few words',
      examples: ['Service the fire extinguishers', 'Hold a fire drill'],
    },
    {
      key: 'frequency',
      title: 'Frequency',
      synonyms: ['How often', 'Periodicity', 'Recurrence'],
      reads: 'choice',
      choices: FREQUENCY_CHOICES,
      required: true,
      explains: 'how often it falls due',
      examples: ['Yearly', 'Half-yearly'],
    },
    {
      key: 'date',
      title: 'First due date',
      synonyms: ['Due date', 'Due on', 'Date', 'First date', 'Start date', 'देय तिथि'],
      reads: 'day',
      explains: 'the first day on which it falls due; none only if it never does',
      examples: ['31/03/2027', '15/01/2027'],
    },
    {
      key: 'dueDescription',
      title: 'When it is due',
      synonyms: ['Due date description', 'Due date rule'],
      reads: 'lines',
      explains: 'the same in words, if they say more than the date',
      examples: ['By the end of March', ''],
    },
    {
      key: 'state',
      title: 'State',
      synonyms: ['State or union territory', 'Applicable state', 'राज्य'],
      reads: 'choice',
      choices: STATE_CHOICES,
      explains: 'the state that it is for; empty for all',
      examples: ['Maharashtra', ''],
    },
    {
      key: 'reminderDays',
      title: 'Reminder days',
      synonyms: ['Remind before', 'Reminders'],
      reads: 'wholes',
      explains: 'how many days before it is reminded of, separated by commas',
      examples: ['30, 7', ''],
    },
    {
      key: 'description',
      title: 'Description',
      synonyms: ['Details', 'Remarks', 'Notes', 'विवरण'],
      reads: 'lines',
      explains: `more about it, at most ${LIMITS.richText.toLocaleString('en-IN')} characters`,
      examples: ['By the contractor named at the gate', ''],
    },
    ...fields.map(
      ({ _id, name, description }): Column => ({
        key: `${FIELD}${_id}`,
        title: name,
        reads: 'lines',
        explains: description.split('\n')[0]?.slice(0, 200) || `what stands in the column ${name}`,
      }),
    ),
  ];
}

/** The form of an obligation without its act, of what a row says. */
export function itemFormOf({ title, description, state, frequency, date, ...given }: Values) {
  return {
    title,
    description,
    state,
    values: valuesOf(given),
    dueDate: { date, frequency, description: given.dueDescription, reminderDays: given.reminderDays },
  };
}

function valuesOf(given: Values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, text]) =>
      key.startsWith(FIELD) ? [[key.slice(FIELD.length), { text, isLink: /^https?:\/\//i.test(String(text)) }]] : [],
    ),
  );
}

/** A fault of the form in words for a row: of the day that the form doesn't have, what it is about. */
export function sayOfItem<Form>(judged: Judged<Form>): Judged<Form> {
  if ('form' in judged) return judged;
  const say = (fault: Fault) => (fault.key === 'date' && fault.expected === DATE_FAULT ? WITHOUT_DAY : fault);
  return { faults: judged.faults.map(say) };
}

const WITHOUT_DAY: Fault = {
  key: 'date',
  expected: 'the first day on which it falls due, such as 31/12/2026: only what never does has none',
};

/** The column of a fault, by the names of the form's parts. */
export function columnOfItem([part = '', inner = '']: readonly string[]): string {
  if (part === 'actName' || part === 'actId') return 'act';
  if (part === 'values') return `${FIELD}${inner}`;
  if (part !== 'dueDate') return part || 'title';
  return inner === 'description' ? 'dueDescription' : inner || 'date';
}

/** The same text for two that differ by capitals and blanks alone. */
export function sameText(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}
