import { toPaise } from '@anupalan/domain/money';
import { NOTE, STATUS_LABELS, STATUSES } from '@anupalan/domain/statuses';
import type { Cell, Column } from '../../../platform/files/tables/table.ts';
import type { Database } from '../../../platform/postgres/database.ts';
import { type ExportedItem, readExportedItems } from '../queries-items.ts';
import { countRecords, listRecordedItems, readRecords } from '../queries-records.ts';
import { type Asked, MOST_COUNTED, type TableSource } from '../table-source.ts';
import { describeTable, readDays, usualDays } from './describe-table.ts';

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
export const openStatuses: TableSource = async (database, asked) => {
  const { session, filters, today } = asked;
  const days = readDays(filters);
  const [all, recorded] = await Promise.all([
    readExportedItems(database, asked, usualDays(today)),
    listRecordedItems(database.db, session),
  ]);
  const items = all.filter(({ item }) => recorded.has(item.id));
  return {
    title: 'Status register',
    facts: await describeTable(database, asked, days),
    columns: COLUMNS,
    rows: readRows(database, asked, items),
    count: await countRecords(
      database.db,
      session,
      items.map(({ item }) => item.id),
      MOST_COUNTED,
    ),
  };
};

/** What is urgent is no status that anybody recorded: it narrows the register alone. */
function isStatus(chosen: Asked['filters']['status']): boolean {
  return STATUSES.some((status) => status === chosen);
}

async function* readRows(
  { db }: Database,
  { session, filters }: Asked,
  items: readonly ExportedItem[],
): AsyncGenerator<Cell[]> {
  for (const { item, act } of items) {
    for await (const record of readRecords(db, session, item.id, readDays(filters))) {
      const { filing, status } = record;
      if (isStatus(filters.status) && status !== filters.status) continue;
      yield [
        ...[act, item.title, record.day, status === NOTE ? 'Note' : STATUS_LABELS[status], record.note],
        ...[filing?.number ?? null, filing?.filedOn?.slice(0, 10) ?? null],
        filing?.amount === undefined ? null : toPaise(filing.amount),
        ...[filing?.paidOn?.slice(0, 10) ?? null, filing?.nil ? 'Yes' : null],
        ...[record.registrationNumber, record.noEvidenceReason, record.at, record.by, record.checkedBy],
      ];
    }
  }
}
