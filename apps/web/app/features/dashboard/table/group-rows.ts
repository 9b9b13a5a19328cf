import type { Act } from '@anupalan/contract/acts';
import type { Urgency } from '@anupalan/domain/urgency';
import type { ComplianceRow } from '../../compliance-items/compliance-row.ts';
import { DAY_GROUPS, DAY_NAMES, dayGroupOf } from './day-groups.ts';

/** Ways to group the table's rows (R-tracker-32). */
export const VIEWS = ['act', 'day', 'person'] as const;

export type View = (typeof VIEWS)[number];

/** Rows under one heading, with its counts (R-tracker-16). */
export interface RowGroup {
  /** By which a collapsed group is remembered; unique over all views. */
  readonly key: string;
  readonly name: string;
  /** The act, by act alone; undefined when the acts could not be loaded (R-tracker-12). */
  readonly act: Act | undefined;
  readonly rows: readonly ComplianceRow[];
  readonly overdue: number;
  readonly dueSoon: number;
}

/** Line of the table: the heading of a group, or one of its rows. */
export type TableLine =
  | { readonly kind: 'group'; readonly key: string; readonly group: RowGroup }
  | { readonly kind: 'item'; readonly key: string; readonly row: ComplianceRow };

/** What groups follow from besides the rows. */
export interface GroupingContext {
  readonly today: Temporal.PlainDate;
  /** Names of people by their ids. */
  readonly nameOf: (userId: string) => string;
}

interface Grouping {
  readonly keyOf: (row: ComplianceRow, today: Temporal.PlainDate) => string;
  /** Name and act of a group, by its first row. */
  readonly describe: (first: ComplianceRow, context: GroupingContext) => Pick<RowGroup, 'name' | 'act'>;
  /** Order of the groups; by default each stands where its first row does. */
  readonly order?: readonly string[];
  /** Whether rows that nobody sorted stand by their due dates. */
  readonly byDueDate?: true;
}

const GROUPINGS: Readonly<Record<View, Grouping>> = {
  act: {
    keyOf: (row) => row.item.actId,
    describe: ({ act }) => ({ name: act?.name ?? 'Act could not be loaded', act }),
  },
  day: {
    keyOf: (row, today) => `day:${dayGroupOf(row, today)}`,
    describe: (row, { today }) => ({ name: DAY_NAMES[dayGroupOf(row, today)], act: undefined }),
    order: DAY_GROUPS.map((group) => `day:${group}`),
    byDueDate: true,
  },
  person: {
    keyOf: ({ item }) => `person:${item.assignment.responsible ?? ''}`,
    describe: ({ item: { assignment } }, { nameOf }) => ({
      name: assignment.responsible === null ? 'Nobody' : nameOf(assignment.responsible),
      act: undefined,
    }),
    byDueDate: true,
  },
};

/** Key of the group that has a row. */
export function groupKeyOf(view: View, row: ComplianceRow, today: Temporal.PlainDate): string {
  return GROUPINGS[view].keyOf(row, today);
}

/**
 * Rows in their groups. By act each group stands where its first row does (R-tracker-16): sorting by due date brings the
 * act with the earliest one to the top. By day the groups follow each other in time; by day and by person so do their
 * rows unless they are `sorted` otherwise (R-tracker-32).
 */
export function groupRows(
  view: View,
  rows: readonly ComplianceRow[],
  { sorted, ...context }: GroupingContext & { readonly sorted: boolean },
): RowGroup[] {
  const { keyOf, describe, order, byDueDate } = GROUPINGS[view];
  const inOrder = byDueDate && !sorted ? rows.toSorted((one, other) => one.daysLeft - other.daysLeft) : rows;
  const members = Map.groupBy(inOrder, (row) => keyOf(row, context.today));
  const keys = order?.filter((key) => members.has(key)) ?? [...members.keys()];
  return keys.flatMap((key) => {
    const own = members.get(key) ?? [];
    const [first] = own;
    if (!first) return [];
    return {
      key,
      ...describe(first, context),
      rows: own,
      overdue: countUrgency(own, 'overdue'),
      dueSoon: countUrgency(own, 'due-soon'),
    };
  });
}

/** Lines to draw, without the rows of collapsed groups. */
export function toLines(groups: readonly RowGroup[], collapsed: ReadonlySet<string>): TableLine[] {
  return groups.flatMap((group) => [
    { kind: 'group' as const, key: group.key, group },
    ...(collapsed.has(group.key) ? [] : group.rows.map(toItemLine)),
  ]);
}

export function countUrgency(rows: readonly ComplianceRow[], urgency: Urgency): number {
  return rows.reduce((count, row) => (row.urgency === urgency ? count + 1 : count), 0);
}

function toItemLine(row: ComplianceRow): TableLine {
  return { kind: 'item', key: row.item._id, row };
}
