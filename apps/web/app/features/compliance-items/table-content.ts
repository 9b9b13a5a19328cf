import type { Act } from '@anupalan/contract/acts';
import type { ReactTable } from '@tanstack/react-table';
import type { TableLine } from './act-group.ts';
import type { tableOfItems } from './compliance-columns.tsx';
import type { ComplianceRow } from './compliance-row.ts';
import type { Highlight } from './use-highlight.ts';

export type ItemTable = ReactTable<typeof tableOfItems, ComplianceRow>;

/** What the table draws, in either of its shapes. */
export type TableContent = {
  table: ItemTable;
  lines: readonly TableLine[];
  /** Ids of the acts whose rows are hidden. */
  collapsed: ReadonlySet<string>;
  onToggleAct: (actId: string) => void;
  onOpen: (itemId: string) => void;
  /** Whether the viewer's plan includes the acts' summaries. */
  canReadSummaries: boolean;
  onSummary: (act: Act) => void;
  highlight: Highlight | null;
  onHighlightEnd: () => void;
};
