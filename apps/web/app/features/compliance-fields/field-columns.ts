import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import {
  columnResizingFeature,
  columnSizingFeature,
  createColumnHelper,
  type Header,
  type ReactTable,
  tableFeatures,
} from '@tanstack/react-table';

export const tableOfFields = tableFeatures({ columnSizingFeature, columnResizingFeature });

export type FieldTableModel = ReactTable<typeof tableOfFields, ComplianceField>;
export type FieldHeader = Header<typeof tableOfFields, ComplianceField, unknown>;

/** Narrowest width of a resized column, in px (R-catalogue-14). */
export const MIN_COLUMN_WIDTH = 100;

const helper = createColumnHelper<typeof tableOfFields, ComplianceField>();

const DETAILS = [
  helper.accessor('name', { header: 'Name', size: 220, minSize: MIN_COLUMN_WIDTH }),
  helper.accessor('description', { header: 'Description', size: 440, minSize: MIN_COLUMN_WIDTH }),
  helper.accessor('accessLevel', { header: 'Access', size: 150, minSize: MIN_COLUMN_WIDTH }),
  helper.accessor('required', { header: 'Required', size: 110, minSize: MIN_COLUMN_WIDTH }),
];

/** Columns for readers. */
export const COLUMNS_TO_READ = helper.columns(DETAILS);

/** Columns for administrators: choosing and moving before the details, editing after them. */
export const COLUMNS_TO_MANAGE = helper.columns([
  helper.display({ id: 'choice', header: 'Choose', size: 84, minSize: 84, enableResizing: false }),
  ...DETAILS,
  helper.display({ id: 'actions', header: 'Actions', size: 100, minSize: 100, enableResizing: false }),
]);
