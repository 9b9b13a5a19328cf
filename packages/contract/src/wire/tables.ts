import { z } from 'zod';

/** The formats in which a table leaves (R-exports-1). */
export const TABLE_FORMATS = ['xlsx', 'csv', 'pdf'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export const TableFormatSchema = z
  .enum(TABLE_FORMATS, 'The format is xlsx, csv or pdf')
  .meta({ description: 'The format of the file (R-exports-1)' });
