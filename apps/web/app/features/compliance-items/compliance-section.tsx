import type { Company } from '@anupalan/contract/companies';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import { ALL_STATES } from '@anupalan/domain/states';
import { Button, Group, Text, Title } from '@mantine/core';
import { memo, useCallback, useDeferredValue, useId, useMemo, useState } from 'react';
import type { ComplianceRow } from './compliance-row.ts';
import classes from './compliance-section.module.css';
import { ComplianceTable } from './compliance-table.tsx';
import { ComplianceToolbar, type TableFilter } from './compliance-toolbar.tsx';
import { filterByState, filterRows } from './row-filter.ts';
import { summarizeRows } from './row-summary.ts';
import { SummaryStrip } from './summary-strip.tsx';
import { EmptyTable, TableSkeleton } from './table-placeholder.tsx';

type Props = {
  rows: readonly ComplianceRow[];
  fields: readonly ComplianceField[];
  company: Company | null;
  today: Temporal.PlainDate;
  loading: boolean;
  filter: TableFilter;
  onFilter: (change: Partial<TableFilter>) => void;
  onOpen: (itemId: string) => void;
};

export const NO_FILTER: TableFilter = { state: ALL_STATES, show: 'all', search: '' };

/**
 * "Compliance Data": how things stand, what narrows the table, and the table. Memoised, because opening an item draws
 * the dashboard again.
 */
export const ComplianceSection = memo(function ComplianceSection(props: Props) {
  const { rows, fields, company, today, loading, filter, onFilter, onOpen } = props;
  const headingId = useId();
  // The table follows when the typing pauses, so the box never lags.
  const { state, show, search } = useDeferredValue(filter);
  const inState = useMemo(() => filterByState(rows, state), [rows, state]);
  const shown = useMemo(() => filterRows(inState, show, search), [inState, show, search]);
  const summary = useMemo(() => summarizeRows(inState, today), [inState, today]);
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const actIds = useMemo(() => new Set(shown.map((row) => row.item.actId)), [shown]);
  const anyOpen = !actIds.isSubsetOf(collapsed);

  const toggleAct = useCallback((actId: string) => {
    setCollapsed((before) => before.symmetricDifference(new Set([actId])));
  }, []);

  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <Title order={2} size="h3" id={headingId}>
        Compliance Data
      </Title>
      {rows.length > 0 && (
        <SummaryStrip summary={summary} show={filter.show} onShow={(choice) => onFilter({ show: choice })} />
      )}
      <ComplianceToolbar company={company} filter={filter} onChange={onFilter} />
      <div>
        <Group justify="space-between" mb={8} mih={26}>
          <Text size="sm" c="dimmed" aria-live="polite">
            {!loading && countItems(shown.length, rows.length)}
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
          <EmptyTable text="No data there yet." />
        ) : shown.length === 0 ? (
          <EmptyTable
            text="Nothing matches these filters."
            action="Clear filters"
            onAction={() => onFilter(NO_FILTER)}
          />
        ) : (
          <ComplianceTable rows={shown} fields={fields} collapsed={collapsed} onToggleAct={toggleAct} onOpen={onOpen} />
        )}
      </div>
    </section>
  );
});

function countItems(shown: number, all: number): string {
  const count = shown === all ? `${all}` : `${shown} of ${all}`;
  return `${count} ${all === 1 ? 'item' : 'items'}`;
}
