import type { Act } from '@anupalan/contract/acts';
import type { Urgency } from '@anupalan/domain/urgency';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';

/** Rows of one act with the counts of its heading (R-tracker-16). */
export interface ActGroup {
  readonly actId: string;
  readonly name: string;
  /** Undefined when the acts could not be loaded (R-tracker-12). */
  readonly act: Act | undefined;
  readonly rows: readonly ComplianceRow[];
  readonly overdue: number;
  readonly dueSoon: number;
}

/** Line of the table: an act's heading or one of its rows. */
export type TableLine =
  | { readonly kind: 'act'; readonly key: string; readonly group: ActGroup }
  | { readonly kind: 'item'; readonly key: string; readonly row: ComplianceRow };

/**
 * Rows grouped by act, each group where its first row stands (R-tracker-16): sorting by due date brings the act with
 * the earliest one to the top.
 */
export function groupByAct(rows: readonly ComplianceRow[]): ActGroup[] {
  return [...Map.groupBy(rows, (row) => row.item.actId)].map(([actId, members]) => ({
    actId,
    name: members[0]?.act?.name ?? 'Act could not be loaded',
    act: members[0]?.act,
    rows: members,
    overdue: countUrgency(members, 'overdue'),
    dueSoon: countUrgency(members, 'due-soon'),
  }));
}

/** Lines to draw, without the rows of collapsed acts. */
export function toLines(groups: readonly ActGroup[], collapsed: ReadonlySet<string>): TableLine[] {
  return groups.flatMap((group) => [
    { kind: 'act' as const, key: group.actId, group },
    ...(collapsed.has(group.actId) ? [] : group.rows.map(toItemLine)),
  ]);
}

export function countUrgency(rows: readonly ComplianceRow[], urgency: Urgency): number {
  return rows.reduce((count, row) => (row.urgency === urgency ? count + 1 : count), 0);
}

function toItemLine(row: ComplianceRow): TableLine {
  return { kind: 'item', key: row.item._id, row };
}
