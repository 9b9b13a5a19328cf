import type { User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { lazy, Suspense } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { NoCompanyNotice } from '../companies/no-company-notice.tsx';
import { ComplianceSection } from './compliance-section.tsx';
import classes from './dashboard.module.css';
import { DashboardHeader } from './dashboard-header.tsx';
import { DetailsDialog } from './details/details-dialog.tsx';
import { PlanBanners } from './plan-banners.tsx';
import { TableDialogs } from './table/table-dialogs.tsx';
import { useTableDialogs } from './table/use-table-dialogs.ts';
import { useHighlight } from './use-highlight.ts';
import { useOpenItem } from './use-open-item.ts';
import { useTableFilter } from './use-table-filter.ts';
import { useTracker } from './use-tracker.ts';

/** Lazy, as only administrators need them. */
const ManageActs = lazy(() => import('../acts/manage-acts.tsx'));
const ManageComplianceFields = lazy(() => import('../compliance-fields/manage-compliance-fields.tsx'));

/** Lazy, as they are large and below the table. */
const ComplianceCalendar = lazy(() => import('./calendar/compliance-calendar.tsx'));
const BrowseComplianceFields = lazy(() => import('../compliance-fields/browse-compliance-fields.tsx'));

/** Dashboard: everything that is due, as a table and as a calendar (R-tracker-8). */
export function Dashboard({ user }: { user: User }) {
  const { rows, fields, acts, company, hasNoCompany, today, loading, fetching, hasItems } = useTracker();
  const { filter, changeFilter } = useTableFilter();
  const { opened, day, open, close } = useOpenItem({ rows, hasItems });
  const { dialog, openers, close: closeDialog } = useTableDialogs();
  const { highlight, end } = useHighlight(rows, fetching);
  const actor = useActor();
  const managesFields = can(actor, 'compliance-fields.manage');

  return (
    <div className={classes.page}>
      <DashboardHeader user={user} company={company} state={filter.state} />
      {hasNoCompany && <NoCompanyNotice />}
      <PlanBanners role={user.role} company={company} fields={fields} />
      <Suspense>
        {can(actor, 'acts.manage') && <ManageActs />}
        {managesFields && <ManageComplianceFields />}
      </Suspense>
      <ComplianceSection
        rows={rows}
        fields={fields}
        company={company}
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
          fields={fields}
          today={today}
          loading={loading}
          onOpen={open}
        />
        {!managesFields && <BrowseComplianceFields />}
      </Suspense>
      <DetailsDialog
        row={opened}
        day={day}
        fields={fields}
        company={company}
        user={user}
        today={today}
        onClose={close}
      />
      <TableDialogs dialog={dialog} openers={openers} acts={acts} fields={fields} today={today} onClose={closeDialog} />
    </div>
  );
}
