import type { Company } from '@anupalan/contract/companies';
import type { ComplianceField } from '@anupalan/contract/compliance-fields';
import type { User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, memo, Suspense, useDeferredValue, useEffect, useEffectEvent, useMemo } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { useRememberedBy } from '../../lib/session/company.ts';
import { EmptyTable } from '../../ui/lists/table-placeholder.tsx';
import { AssignButton } from '../assignments/assign-button.tsx';
import type { Colleagues } from '../assignments/colleagues.ts';
import { useColleagues } from '../assignments/use-colleagues.ts';
import type { ComplianceRow } from '../compliance-items/compliance-row.ts';
import { SomethingHappened } from '../events/something-happened.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import classes from './compliance-section.module.css';
import { createDutyFilter } from './filters/duty-filter.ts';
import { filterByPerson, filterByState, filterRows } from './filters/row-filter.ts';
import { VERIFIED } from './filters/show-choices.ts';
import { NO_FILTER, type TableFilter } from './filters/table-address.ts';
import { ToolbarPlace } from './filters/toolbar-place.tsx';
import type { FilterChange } from './filters/use-table-filter.ts';
import { ViewSwitch } from './filters/view-switch.tsx';
import { summarizeRows } from './row-summary.ts';
import { useSelection } from './selection/use-selection.ts';
import { SummaryStrip } from './summary-strip.tsx';
import { ComplianceTable } from './table/compliance-table.tsx';
import { groupDutiesBy } from './table/group-duties.ts';
import { groupKeyOf, type View } from './table/group-rows.ts';
import { useCollapsedGroups } from './table/use-collapsed-groups.ts';
import type { DialogOpeners } from './table/use-table-dialogs.ts';
import type { Highlight } from './use-highlight.ts';

/** Lazy, as its lists are large and the rows come first. */
const ComplianceToolbar = lazy(() => import('./filters/compliance-toolbar.tsx'));

/** Lazy, as nobody has selected anything yet. */
const SelectionBar = lazy(() => import('./selection/selection-bar.tsx'));

/** Lazy, as it is below the table. */
const EventDuties = memo(lazy(() => import('../events/event-duties.tsx')));

/** Tables that leave from here. */
const EXPORTED = ['compliance', 'statuses', 'payments'] as const;

/** Fragment of the addresses that lead to the table. */
export const TABLE = 'compliance-data';

const HEADING = 'compliance-data-heading';

/** What the table shows of the items, and who is told of choices; the dashboard hands it on. */
export type TableChoices = {
  user: User;
  /** Whether the first rows were painted: what is below or above the table comes then. */
  hasRows: boolean;
  onRetry: () => void;
  filter: TableFilter;
  onFilter: (change: FilterChange) => void;
  /** Ways to group the table, and the chosen one. */
  views: readonly View[];
  view: View;
  onView: (view: View) => void;
  highlight: Highlight | null;
  onHighlightEnd: () => void;
};

type Props = TableChoices & {
  rows: readonly ComplianceRow[];
  fields: readonly ComplianceField[];
  company: Company | null;
  today: Temporal.PlainDate;
  /** False where the items could not be loaded. */
  hasItems: boolean;
  onOpen: (itemId: string) => void;
  dialogs: DialogOpeners;
};

/** "Compliance Data": summary, filters and table. Memoised, because opening an item renders the dashboard again. */
export const ComplianceSection = memo(function ComplianceSection(props: Props) {
  const {
    rows,
    fields,
    company,
    user,
    today,
    hasItems,
    hasRows,
    onRetry,
    filter,
    onFilter,
    views,
    view,
    onView,
    onOpen,
    dialogs,
    highlight,
    onHighlightEnd,
  } = props;
  const actor = useActor();
  const isManager = can(actor, 'compliance-items.manage');
  const mayRecord = can(actor, 'status-history.record-many');
  // Deferred, so that a choice is shown before the rows that follow from it.
  const shownFilter = useDeferredValue(filter);
  const { state, person, show, act, search } = shownFilter;
  const colleagues = useColleagues();
  const inState = useMemo(
    () => filterByPerson(filterByState(rows, state), person, colleagues),
    [rows, state, person, colleagues],
  );
  const shown = useMemo(() => filterRows(inState, { show, act, search }), [inState, show, act, search]);
  const summary = useMemo(() => summarizeRows(inState), [inState]);
  const rememberedBy = useRememberedBy(user._id);
  const acts = useMemo(() => listActs(rows), [rows]);
  const nameOf = useMemo(() => (userId: string) => colleagues?.nameOf(userId) ?? '', [colleagues]);
  const shownView = useDeferredValue(view);
  const { collapsed, toggleGroup, setAll } = useCollapsedGroups(rememberedBy);
  const keys = useMemo(() => new Set(shown.map((row) => groupKeyOf(shownView, row, today))), [shown, shownView, today]);
  const anyOpen = !keys.isSubsetOf(collapsed);
  const selection = useSelection(shown);
  const passesDuty = useMemo(() => createDutyFilter(shownFilter, colleagues), [shownFilter, colleagues]);
  const groupDuties = useMemo(() => groupDutiesBy(shownView, nameOf), [shownView, nameOf]);

  const uncover = useEffectEvent((itemId: string) => {
    const row = rows.find(({ item }) => item._id === itemId);
    if (!row) return;
    onFilter((before) => (passes(row, before, colleagues) ? before : NO_FILTER));
    setAll(new Set([groupKeyOf(view, row, today)]), false);
  });

  useEffect(() => {
    if (highlight) uncover(highlight.itemId);
  }, [highlight]);

  return (
    <>
      <section className={classes.section} id={TABLE} aria-labelledby={HEADING}>
        <Group justify="space-between">
          <Title order={2} size="h3" id={HEADING}>
            Compliance Data
          </Title>
          <Group gap="xs">
            <SomethingHappened />
            {can(actor, 'own-obligations.manage') && (
              <Button
                variant="default"
                leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
                onClick={dialogs.onAddOwn}
              >
                Add your own
              </Button>
            )}
            {isManager && (
              <Button leftSection={<IconPlus size={16} stroke={2} aria-hidden />} onClick={dialogs.onAdd}>
                Add Compliance Data
              </Button>
            )}
          </Group>
        </Group>
        {rows.length > 0 && (
          <SummaryStrip summary={summary} show={filter.show} onShow={(choice) => onFilter({ show: choice })} />
        )}
        <Suspense fallback={<ToolbarPlace />}>
          {hasRows ? (
            <ComplianceToolbar company={company} acts={acts} filter={filter} onChange={onFilter} />
          ) : (
            <ToolbarPlace />
          )}
        </Suspense>
        <div>
          <Group justify="space-between" mb={8} mih={26}>
            <Text size="sm" c="dimmed" aria-live="polite">
              {hasItems && countItems(shown.length, rows.length)}
            </Text>
            {shown.length > 0 && (
              <Group gap="xs">
                <ExportButton
                  tables={EXPORTED}
                  filters={exportFilters(shownFilter)}
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                />
                <ViewSwitch view={view} views={views} onView={onView} />
                <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setAll(keys, anyOpen)}>
                  {anyOpen ? 'Collapse all' : 'Expand all'}
                </Button>
              </Group>
            )}
          </Group>
          {rows.length === 0 ? (
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
              view={shownView}
              nameOf={nameOf}
              today={today}
              selected={mayRecord ? selection.ids : null}
              onSelect={selection.select}
              actions={isManager ? dialogs : undefined}
              readsPremium={can(actor, 'compliance-items.read-premium-values')}
              collapsed={collapsed}
              onToggle={toggleGroup}
              onOpen={onOpen}
              canReadSummaries={can(actor, 'acts.read-summary')}
              onSummary={dialogs.onSummary}
              highlight={highlight}
              onHighlightEnd={onHighlightEnd}
            />
          )}
        </div>
        {selection.chosen.length > 0 && (
          <Suspense>
            <SelectionBar
              chosen={selection.chosen}
              selectable={selection.selectable}
              onSelectAll={selection.selectAll}
              onClear={selection.clear}
            >
              <AssignButton items={selection.chosen.map(({ item }) => item)} acts={acts} />
            </SelectionBar>
          </Suspense>
        )}
      </section>
      {hasRows && (
        <Suspense>
          <EventDuties passes={passesDuty} group={groupDuties} />
        </Suspense>
      )}
    </>
  );
});

/** Filters of the table as its file has them; what is to be verified is no filter of files. */
function exportFilters({ state, show, act, person, search }: TableFilter) {
  return {
    state: state === NO_FILTER.state ? undefined : state,
    status: show === 'all' || show === VERIFIED ? undefined : show,
    act,
    person: person === 'all' ? undefined : person,
    search: search.trim(),
  };
}

/** Acts of the rows, by name, as the filter offers them. */
function listActs(rows: readonly ComplianceRow[]) {
  const names = new Map(rows.flatMap(({ act }) => (act ? [[act._id, act.name] as const] : [])));
  const choices = Array.from(names, ([value, label]) => ({ value, label }));
  return choices.sort((one, other) => one.label.localeCompare(other.label, 'en'));
}

function countItems(shown: number, all: number): string {
  const count = shown === all ? `${all}` : `${shown} of ${all}`;
  return `${count} ${all === 1 ? 'item' : 'items'}`;
}

function passes(row: ComplianceRow, filter: TableFilter, colleagues: Colleagues | null): boolean {
  return filterRows(filterByPerson(filterByState([row], filter.state), filter.person, colleagues), filter).length > 0;
}
