import type { User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import toast from 'react-hot-toast';
import { useActor } from '../../lib/actor.ts';
import { useToday } from '../../lib/use-today.ts';
import { useActs } from '../acts/list-acts.ts';
import { useOwnCompany } from '../companies/get-own-company.ts';
import { NoCompanyNotice } from '../companies/no-company-notice.tsx';
import { useComplianceFields } from '../compliance-fields/list-compliance-fields.ts';
import { deriveRows } from './compliance-row.ts';
import { ComplianceSection, NO_FILTER } from './compliance-section.tsx';
import type { TableFilter } from './compliance-toolbar.tsx';
import classes from './dashboard.module.css';
import { DashboardHeader } from './dashboard-header.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { useComplianceItems } from './list-compliance-items.ts';
import { PlanBanners } from './plan-banners.tsx';
import { TableDialogs } from './table-dialogs.tsx';
import { reloadOnRefresh } from './tracker-events.ts';
import { useHighlight } from './use-highlight.ts';
import { useLoadFailureToast } from './use-load-failure-toast.ts';
import { useOpenItem } from './use-open-item.ts';
import { useRequestedShow } from './use-requested-show.ts';
import { useTableDialogs } from './use-table-dialogs.ts';

/** Most viewers never need it. */
const ManageActs = lazy(() => import('../acts/manage-acts.tsx'));
const ManageComplianceFields = lazy(() => import('../compliance-fields/manage-compliance-fields.tsx'));

/** Below the table and not small, so they come after the first look. */
const ComplianceCalendar = lazy(() => import('./calendar/compliance-calendar.tsx'));
const BrowseComplianceFields = lazy(() => import('../compliance-fields/browse-compliance-fields.tsx'));

/** What a part that could not be loaded falls back to; kept, so that nothing is computed again for it. */
const NONE: never[] = [];

/** The tracker (specification 2, section 2, "Dashboard"): loads its parts side by side, each can fail alone. */
export function Dashboard({ user }: { user: User }) {
  const items = useComplianceItems();
  const fields = useComplianceFields();
  const acts = useActs();
  const company = useOwnCompany();
  const parts = [items, fields, acts, company];
  // One failure may pass; at the second somebody who waits is told.
  useLoadFailureToast(parts.some((part) => part.isError || part.failureCount > 1));

  const today = useToday();
  const rows = useMemo(() => deriveRows(items.data ?? NONE, acts.data ?? NONE, today), [items.data, acts.data, today]);
  const [filter, setFilter] = useState<TableFilter>(NO_FILTER);
  const changeFilter = useCallback(
    (change: Partial<TableFilter>) => setFilter((before) => ({ ...before, ...change })),
    [],
  );
  useRequestedShow(useCallback((show) => setFilter({ ...NO_FILTER, show }), []));
  const { itemId, day, open, close } = useOpenItem();
  const { dialog, openers, close: closeDialog } = useTableDialogs();
  const { highlight, end } = useHighlight(
    rows,
    parts.some((part) => part.isFetching),
  );
  useEffect(reloadOnRefresh, []);

  // Acts that fail are tried again meanwhile; their items needn't wait for that.
  const loading = items.isPending || fields.isPending || (acts.isPending && acts.failureCount === 0);
  const opened = rows.find((row) => row.item._id === itemId);
  const isGone = itemId !== null && items.data !== undefined && !opened;
  useEffect(() => {
    if (!isGone) return;
    toast('This compliance item is no longer there.', { id: 'item-gone' });
    close();
  }, [isGone, close]);

  const managesCatalogue = can(useActor(), 'acts.manage');

  return (
    <div className={classes.page}>
      <DashboardHeader user={user} company={company.data ?? null} state={filter.state} />
      {company.data === null && <NoCompanyNotice />}
      <PlanBanners role={user.role} company={company.data ?? null} fields={fields.data ?? NONE} />
      {managesCatalogue && (
        <Suspense>
          <ManageActs />
          <ManageComplianceFields />
        </Suspense>
      )}
      <ComplianceSection
        rows={rows}
        fields={fields.data ?? NONE}
        company={company.data ?? null}
        user={user}
        today={today}
        loading={loading}
        filter={filter}
        onFilter={changeFilter}
        onOpen={open}
        dialogs={openers}
        highlight={highlight}
        onHighlightEnd={end}
      />
      <Suspense>
        <ComplianceCalendar
          rows={rows}
          state={filter.state}
          fields={fields.data ?? NONE}
          today={today}
          loading={loading}
          onOpen={open}
        />
        {!managesCatalogue && <BrowseComplianceFields />}
      </Suspense>
      <DetailsDialog
        row={opened}
        day={day}
        fields={fields.data ?? NONE}
        company={company.data ?? null}
        user={user}
        today={today}
        onClose={close}
      />
      <TableDialogs
        dialog={dialog}
        openers={openers}
        acts={acts.data ?? NONE}
        fields={fields.data ?? NONE}
        today={today}
        onClose={closeDialog}
      />
    </div>
  );
}
