import type { FileRow, FileTable } from './cell.ts';

/** A table that is read row by row; of a workbook the areas of merged cells, such as `A1:B2`, come after the rows. */
export interface OpenTable extends Omit<FileTable, 'rows'> {
  readonly rows: AsyncGenerator<FileRow, readonly string[]>;
}
