import type { Cell, Column } from '../../../platform/files/tables/table.ts';
import type { Database } from '../../../platform/postgres/database.ts';
import { readEvidenceOfSubjects } from '../queries-evidence.ts';
import { type ExportedItem, readExportedItems } from '../queries-items.ts';
import { countPayments, readPayments } from '../queries-payments.ts';
import { type Asked, MOST_COUNTED, type TableSource } from '../table-source.ts';
import { describeTable, readDays, usualDays } from './describe-table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Paid on', kind: 'day', width: 11 },
  { title: 'Act', kind: 'text', width: 32 },
  { title: 'Obligation', kind: 'text', width: 34 },
  { title: 'Amount (Rs)', kind: 'money', width: 15 },
  { title: 'Description', kind: 'text', width: 34 },
  { title: 'Evidence', kind: 'text', width: 26 },
  { title: 'Recorded by', kind: 'text', width: 18 },
  { title: 'Recorded at', kind: 'moment', width: 18 },
];

/** The register of payments, by the day they were paid on. */
export const openPayments: TableSource = async (database, asked) => {
  const days = readDays(asked.filters);
  const items = await readExportedItems(database, asked, usualDays(asked.today));
  return {
    title: 'Payments register',
    facts: await describeTable(database, asked, days),
    columns: COLUMNS,
    rows: readRows(database, asked, items),
    count: await countPayments(database.db, asked.session, MOST_COUNTED),
  };
};

async function* readRows(
  { db }: Database,
  { session, filters }: Asked,
  items: readonly ExportedItem[],
): AsyncGenerator<Cell[]> {
  const byId = new Map(items.map((of) => [of.item.id, of]));
  for await (const payments of readPayments(db, session, [...byId.keys()], readDays(filters))) {
    const evidence = await readEvidenceOfSubjects(
      db,
      session.workspaceId,
      payments.map(({ id }) => id),
    );
    for (const { id, itemId, day, amountPaise, description, by, at } of payments) {
      const of = byId.get(itemId);
      const files = (evidence.get(id) ?? []).map(({ name }) => name).join(', ');
      yield [day, of?.act ?? '', of?.item.title ?? '', Number(amountPaise), description, files, by, at];
    }
  }
}
