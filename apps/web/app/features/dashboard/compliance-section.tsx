import type { Company } from '@anupalan/contract/companies';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { memo, useDeferredValue, useEffect, useEffectEvent, useId, useMemo } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { useRememberedBy } from '../../lib/session/company.ts';
import { EmptyTable, TableSkeleton } from '../../ui/lists/table-placeholder.tsx';
import type { ComplianceRow } from '../compliance-items/compliance-row.ts';
import classes from './compliance-section.module.css';
import { ComplianceToolbar } from './compliance-toolbar.tsx';
import { filterByState, filterRows } from './row-filter.ts';
import { summarizeRows } from './row-summary.ts';
import { SummaryStrip } from './summary-strip.tsx';
import { ComplianceTable } from './table/compliance-table.tsx';
import { useCollapsedActs } from './table/use-collapsed-acts.ts';
import type { DialogOpeners } from './table/use-table-dialogs.ts';
import type { Highlight } from './use-highlight.ts';
import { type FilterChange, NO_FILTER, type TableFilter } from './use-table-filter.ts';

type Props = {
  rows: readonly ComplianceRow[];
  fields: readonly ComplianceField[];
  company: Company | null;
  user: User;
  loading: boolean;
  /** False while the items have not come, because they are loading or could not be loaded. */
  hasItems: boolean;
  onRetry: () => void;
  filter: TableFilter;
  onFilter: (change: FilterChange) => void;
  onOpen: (itemId: string) => void;
  dialogs: DialogOpeners;
  highlight: Highlight | null;
  onHighlightEnd: () => void;
};

/** "Compliance Data": summary, filters and table. Memoised, because opening an item renders the dashboard again. */
export const ComplianceSection = memo(function ComplianceSection(props: Props) {
  const {
    rows,
    fields,
    company,
    user,
    loading,
    hasItems,
    onRetry,
    filter,
    onFilter,
    onOpen,
    dialogs,
    highlight,
    onHighlightEnd,
  } = props;
  const actor = useActor();
  const isManager = can(actor, 'compliance-items.manage');
  const headingId = useId();
  // Deferred, so that a choice is shown before the rows that follow from it.
  const { state, show, search } = useDeferredValue(filter);
  const inState = useMemo(() => filterByState(rows, state), [rows, state]);
  const shown = useMemo(() => filterRows(inState, show, search), [inState, show, search]);
  const summary = useMemo(() => summarizeRows(inState), [inState]);
  const { collapsed, setCollapsed, toggleAct, expandAct } = useCollapsedActs(useRememberedBy(user._id));
  const actIds = useMemo(() => new Set(shown.map((row) => row.item.actId)), [shown]);
  const anyOpen = !actIds.isSubsetOf(collapsed);

  const uncover = useEffectEvent((itemId: string) => {
    const row = rows.find(({ item }) => item._id === itemId);
    if (!row) return;
    onFilter((before) => (passes(row, before) ? before : NO_FILTER));
    expandAct(row.item.actId);
  });

  useEffect(() => {
    if (highlight) uncover(highlight.itemId);
  }, [highlight]);

  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <Group justify="space-between">
        <Title order={2} size="h3" id={headingId}>
          Compliance Data
        </Title>
        {isManager && (
          <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={dialogs.onAdd}>
            Add Compliance Data
          </Button>
        )}
      </Group>
      {rows.length > 0 && (
        <SummaryStrip summary={summary} show={filter.show} onShow={(choice) => onFilter({ show: choice })} />
      )}
      <ComplianceToolbar company={company} filter={filter} onChange={onFilter} />
      <div>
        <Group justify="space-between" mb={8} mih={26}>
          <Text size="sm" c="dimmed" aria-live="polite">
            {hasItems && !loading && countItems(shown.length, rows.length)}
          </Text>
          {shown.length > 0 && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              onClick={() => setCollapsed(anyOpen ? actIds : new Set())}
            >
              {anyOpen ? 'Collapse all' : 'Expand all'}
            </Button>
          )}
        </Group>
        {loading ? (
          <TableSkeleton />
        ) : rows.length === 0 ? (
          hasItems ? (
            <EmptyTable text="No data there yet." />
          ) : (
            <EmptyTable text="The compliance data could not be loaded." action="Try again" onAction={onRetry} />
          )
        ) : shown.length === 0 ? (
          <EmptyTable
            text="Nothing matches these filters."
            action="Clear filters"
            onAction={() => onFilter(NO_FILTER)}
          />
        ) : (
          <ComplianceTable
            rows={shown}
            fields={fields}
            actions={isManager ? dialogs : undefined}
            readsPremium={can(actor, 'compliance-items.read-premium-values')}
            collapsed={collapsed}
            onToggleAct={toggleAct}
            onOpen={onOpen}
            canReadSummaries={can(actor, 'acts.read-summary')}
            onSummary={dialogs.onSummary}
            highlight={highlight}
            onHighlightEnd={onHighlightEnd}
          />
        )}
      </div>
    </section>
  );
});

function countItems(shown: number, all: number): string {
  const count = shown === all ? `${all}` : `${shown} of ${all}`;
  return `${count} ${all === 1 ? 'item' : 'items'}`;
}

function passes(row: ComplianceRow, { state, show, search }: TableFilter): boolean {
  return filterRows(filterByState([row], state), show, search).length > 0;
}
