import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { LIMITS } from '@anupalan/contract/wire/primitives';
import { FREQUENCIES, type Frequency } from '@anupalan/domain/recurrence';
import type { Choice, Column } from '../column.ts';
import { ACT_HEADS, OBLIGATION_HEADS } from './act-heads.ts';
import { KEY_COLUMN } from './row-key.ts';
import { STATE_CHOICES } from './state-choices.ts';

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

/** The beginning of the key of a column of a field of the table. */
export const FIELD = 'field:';

/** The columns of an obligation, of the catalogue or a company's own. */
export function columnsOfItems(fields: readonly ComplianceField[]): Column[] {
  return [
    KEY_COLUMN,
    {
      ...ACT_HEADS,
      required: true,
      explains: 'the name of the act that it belongs to',
      examples: ['Fire safety (house rules)', 'Fire safety (house rules)'],
    },
    {
      ...OBLIGATION_HEADS,
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
      key: 'exceptions',
      title: 'Exceptions',
      synonyms: ['Exceptions of the schedule', 'Moved due dates', 'Exceptional due dates'],
      reads: 'moves',
      explains: 'due days that fall on another day every year, such as 07/04 to 30/04 (day/month); None for none',
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
      explains: 'how many days before it is reminded of, separated by commas; None for none',
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
