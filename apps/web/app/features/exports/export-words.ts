import type { ExportedTable } from '@anupalan/contract/proof/exports';

interface Words {
  readonly title: string;
  readonly text: string;
  /** Which days are meant, and which are where none are named. */
  readonly days: string;
}

const ALL_DAYS = 'Without days the file has all of them.';

/** What each table is called and has. */
export const EXPORT_WORDS: Readonly<Record<ExportedTable, Words>> = {
  compliance: {
    title: 'Compliance register',
    text: 'Each obligation on each of its due days: what was done, when, by whom, with which evidence',
    days: 'By due days. Without days the file has this financial year, from April to March.',
  },
  statuses: {
    title: 'Status register',
    text: 'Every status and note that was recorded, one line each',
    days: `By due days. ${ALL_DAYS}`,
  },
  payments: {
    title: 'Payments register',
    text: 'Every payment with its day, amount and evidence',
    days: `By the days paid on. ${ALL_DAYS}`,
  },
  activity: {
    title: 'Activity',
    text: 'What the people of the company did, and when',
    days: `By the days on which it was done. ${ALL_DAYS}`,
  },
};
