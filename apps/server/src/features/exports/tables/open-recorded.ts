import type { Cell, Column } from '../../../platform/files/tables/table.ts';
import type { Database } from '../../../platform/postgres/database.ts';
import type { Days } from '../../tracker/choose-days.ts';
import { describeOutside, OutsideSection } from '../outside.ts';
import { type ExportedItem, readExportedItems } from '../queries-items.ts';
import { countRecorded } from '../queries-records.ts';
import { type Asked, MOST_COUNTED, type TableSource } from '../table-source.ts';
import { describeTable, readDays, usualDays } from './describe-table.ts';

/** A table of what was recorded of the items that the asker has, whenever that was. */
interface RecordedTable {
  readonly title: string;
  readonly columns: readonly Column[];
  /** The table whose rows it has, at most. */
  readonly counted: 'status_records' | 'payment_dates';
  /** Its rows, each with the item that it is of. */
  readonly read: (
    database: Database,
    asked: Asked,
    of: { readonly items: readonly ExportedItem[]; readonly days: Partial<Days> },
  ) => AsyncIterable<readonly [ExportedItem, Cell[]]>;
}

/** Where a table of what was recorded comes from; its last column says what doesn't apply any more (R-exports-7). */
export function openRecorded({ title, columns, counted, read }: RecordedTable): TableSource {
  return async (database, asked) => {
    const days = readDays(asked.filters);
    const all = await readExportedItems(database, asked, usualDays(asked.today));
    const items = all.filter(({ isRecorded }) => isRecorded);
    const below = new OutsideSection();
    return {
      title,
      facts: await describeTable(database, asked, days),
      columns: [...columns, { title: 'Said not to apply', kind: 'text', width: 34, onlyInSheets: true }],
      rows: present(read(database, asked, { items, days }), below),
      below,
      count: await countRecorded(database.db, asked.session, {
        table: counted,
        items: items.map(({ item }) => item.id),
        most: MOST_COUNTED,
      }),
    };
  };
}

async function* present(
  rows: AsyncIterable<readonly [ExportedItem, Cell[]]>,
  below: OutsideSection,
): AsyncGenerator<Cell[]> {
  for await (const [{ item, act, outside }, cells] of rows) {
    below.add({ title: item.title, act, outside });
    yield [...cells, outside && describeOutside(outside)];
  }
}
