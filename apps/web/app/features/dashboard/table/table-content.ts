import type { Act } from '@anupalan/contract/acts';
import type { ReactTable, Row } from '@tanstack/react-table';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import type { Highlight } from '../use-highlight.ts';
import type { tableOfItems } from './create-columns.tsx';
import type { TableLine } from './group-rows.ts';

export type ItemTable = ReactTable<typeof tableOfItems, ComplianceRow>;

/** Content of the table, in the panel and on the page alike. */
export type TableContent = {
  table: ItemTable;
  lines: readonly TableLine[];
  /** The table's rows of these lines. A rendering that React left may have set others in the table itself. */
  rowById: ReadonlyMap<string, Row<typeof tableOfItems, ComplianceRow>>;
  /** Keys of the groups whose rows are hidden. */
  collapsed: ReadonlySet<string>;
  onToggle: (key: string) => void;
  /** Ids of the selected items; null for who may record nothing (R-tracker-34). */
  selected: ReadonlySet<string> | null;
  /** Selects a row, or all from the one before up to it. */
  onPick: (itemId: string, isRange: boolean) => void;
  onOpen: (itemId: string) => void;
  /** Whether the viewer's plan includes act summaries (R-tracker-17). */
  canReadSummaries: boolean;
  onSummary: (act: Act) => void;
  highlight: Highlight | null;
  onHighlightEnd: () => void;
};
