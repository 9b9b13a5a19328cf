import type { Act } from '@anupalan/contract/acts';
import type { ReactTable } from '@tanstack/react-table';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import type { Highlight } from '../use-highlight.ts';
import type { TableLine } from './act-group.ts';
import type { tableOfItems } from './create-columns.tsx';

export type ItemTable = ReactTable<typeof tableOfItems, ComplianceRow>;

/** Content of the table, in the panel and on the page alike. */
export type TableContent = {
  table: ItemTable;
  lines: readonly TableLine[];
  /** Ids of the acts whose rows are hidden. */
  collapsed: ReadonlySet<string>;
  onToggleAct: (actId: string) => void;
  onOpen: (itemId: string) => void;
  /** Whether the viewer's plan includes act summaries (R-tracker-17). */
  canReadSummaries: boolean;
  onSummary: (act: Act) => void;
  highlight: Highlight | null;
  onHighlightEnd: () => void;
};
