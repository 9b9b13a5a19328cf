import type { User } from '@anupalan/contract/users';
import { can } from '@anupalan/domain/permissions';
import { lazy, memo, Suspense } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { usePlanRole } from '../../lib/session/company.ts';
import { useShownFirst } from '../../lib/when-settled.ts';
import { ColleaguesProvider } from '../assignments/colleagues-provider.tsx';
import { NoCompanyNotice } from '../companies/no-company-notice.tsx';
import { ComplianceSection } from './compliance-section.tsx';
import classes from './dashboard.module.css';
import { DashboardHeader } from './dashboard-header.tsx';
import { useTableFilter } from './filters/use-table-filter.ts';
import { DueNext } from './first-screen/due-next.tsx';
import { FirstStepsBar } from './first-screen/first-steps-bar.tsx';
import { PlanBanners } from './first-screen/plan-banners.tsx';
import { useTableDialogs } from './table/use-table-dialogs.ts';
import { useAfterPaint } from './use-after-paint.ts';
import { useHighlight } from './use-highlight.ts';
import { useOpenItem } from './use-open-item.ts';
import { useTracker } from './use-tracker.ts';

/** Lazy, as only administrators need them. */
const ManageActs = memo(lazy(() => import('../acts/manage-acts.tsx')));
const ManageComplianceFields = memo(lazy(() => import('../compliance-fields/manage-compliance-fields.tsx')));

/** Lazy, as they are large, and below the table or not open yet. */
const ComplianceCalendar = lazy(() => import('./calendar/compliance-calendar.tsx'));
const BrowseComplianceFields = memo(lazy(() => import('../compliance-fields/browse-compliance-fields.tsx')));
const NatureQuestion = memo(lazy(() => import('../applicability/nature-question.tsx')));
const MayApply = memo(lazy(() => import('../applicability/may-apply.tsx')));
const DetailsDialog = lazy(() => import('./details/details-dialog.tsx'));
const TableDialogs = lazy(() => import('./table/table-dialogs.tsx'));

/** Dashboard: everything that is due, as a table and as a calendar (R-tracker-8). */
export function Dashboard({ user }: { user: User }) {
  return (
    <ColleaguesProvider>
      <Tracker user={user} />
    </ColleaguesProvider>
  );
}

function Tracker({ user }: { user: User }) {
  const { rows, fields, acts, company, hasNoCompany, today, loading, fetching, hasItems, retry } = useTracker();
  const { filter, changeFilter } = useTableFilter();
  const { opened, day, open, close } = useOpenItem({ rows, hasItems });
  const { dialog, openers, close: closeDialog } = useTableDialogs();
  const { highlight, end } = useHighlight(rows, fetching);
  const actor = useActor();
  const role = usePlanRole(user.role);
  const managesFields = can(actor, 'compliance-fields.manage');
  // The table is what people wait for; what is below or above it comes when its first rows are there.
  const hasRows = useAfterPaint(!loading);
  useShownFirst(hasRows);

  return (
    <div className={classes.page}>
      <DashboardHeader user={user} role={role} company={company} state={filter.state} />
      {hasNoCompany && <NoCompanyNotice />}
      <DueNext rows={rows} loading={loading} onOpen={open} />
      {hasItems && company && <FirstStepsBar user={user} company={company} rows={rows} ready={hasRows} onOpen={open} />}
      <PlanBanners userId={user._id} role={role} company={company} fields={fields} />
      {company && hasRows && (
        <Suspense>
          <NatureQuestion />
        </Suspense>
      )}
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
        hasItems={hasItems}
        onRetry={retry}
        filter={filter}
        onFilter={changeFilter}
        onOpen={open}
        dialogs={openers}
        highlight={highlight}
        onHighlightEnd={end}
      />
      {hasRows && (
        <Suspense>
          <MayApply />
          <ComplianceCalendar rows={rows} state={filter.state} fields={fields} today={today} onOpen={open} />
          {!managesFields && <BrowseComplianceFields />}
        </Suspense>
      )}
      {(hasRows || opened) && (
        <Suspense>
          <DetailsDialog
            row={opened}
            day={day}
            fields={fields}
            company={company}
            user={user}
            today={today}
            actions={openers}
            onClose={close}
          />
        </Suspense>
      )}
      {(hasRows || dialog) && (
        <Suspense>
          <TableDialogs
            dialog={dialog}
            openers={openers}
            acts={acts}
            fields={fields}
            today={today}
            onClose={closeDialog}
          />
        </Suspense>
      )}
    </div>
  );
}
