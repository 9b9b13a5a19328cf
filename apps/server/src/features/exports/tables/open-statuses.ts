import type { ExportFilters } from '@anupalan/contract/proof/exports';
import { toPaise } from '@anupalan/domain/money';
import { NOTE, STATUS_LABELS, STATUSES } from '@anupalan/domain/statuses';
import type { Column } from '../../../platform/files/tables/table.ts';
import { readRecords } from '../queries-records.ts';
import { openRecorded } from './open-recorded.ts';

/** The columns of the records, by whose titles an import knows them again. */
const COLUMNS: readonly Column[] = [
  { title: 'Act', kind: 'text', width: 30, heading: true },
  { title: 'Obligation', kind: 'text', width: 34 },
  { title: 'Due date', kind: 'day', width: 11 },
  { title: 'Status', kind: 'text', width: 13 },
  { title: 'Note', kind: 'text', width: 40 },
  { title: 'Number', kind: 'text', width: 18 },
  { title: 'Filed on', kind: 'day', width: 11 },
  { title: 'Amount', kind: 'money', width: 13 },
  { title: 'Paid on', kind: 'day', width: 11 },
  { title: 'Nil', kind: 'text', width: 5 },
  { title: 'Registration number', kind: 'text', width: 20, onlyInSheets: true },
  { title: 'Reason without evidence', kind: 'text', width: 24, onlyInSheets: true },
  { title: 'Recorded at', kind: 'moment', width: 17 },
  { title: 'Recorded by', kind: 'text', width: 16 },
  { title: 'Checked by', kind: 'text', width: 16 },
];

/** The status register: one row a record, notes included, by obligation and day. */
export const openStatuses = openRecorded({
  title: 'Status register',
  columns: COLUMNS,
  counted: 'status_records',
  read: async function* ({ db }, { session, filters }, { items, days }) {
    for (const of of items) {
      for await (const record of readRecords(db, session, of.item.id, days)) {
        const { filing, status } = record;
        if (isStatus(filters.status) && status !== filters.status) continue;
        const cells = [
          ...[of.act, of.item.title, record.day, status === NOTE ? 'Note' : STATUS_LABELS[status], record.note],
          ...[filing?.number ?? null, filing?.filedOn?.slice(0, 10) ?? null],
          filing?.amount === undefined ? null : toPaise(filing.amount),
          ...[filing?.paidOn?.slice(0, 10) ?? null, filing?.nil ? 'Yes' : null],
          ...[record.registrationNumber, record.noEvidenceReason, record.at, record.by, record.checkedBy],
        ];
        yield [of, cells];
      }
    }
  },
});

/** What is urgent is no status that anybody recorded: it narrows the register alone. */
function isStatus(chosen: ExportFilters['status'] | undefined): boolean {
  return STATUSES.some((status) => status === chosen);
}
