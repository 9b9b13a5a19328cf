import { can } from '@anupalan/domain/permissions';
import { lazy, memo, Suspense } from 'react';
import { useActor } from '../../lib/session/actor.ts';
import { usePlanRole, useRememberedBy } from '../../lib/session/company.ts';
import { TableSkeleton } from '../../ui/lists/table-placeholder.tsx';
import { NaturePlace } from '../applicability/nature-place.tsx';
import { NoCompanyNotice } from '../companies/no-company-notice.tsx';
import type { ComplianceRow } from '../compliance-items/compliance-row.ts';
import { ComplianceSection, TABLE, type TableChoices } from './compliance-section.tsx';
import classes from './dashboard.module.css';
import { DashboardHeader } from './dashboard-header.tsx';
import { DueNext } from './first-screen/due-next.tsx';
import { FirstStepsBar } from './first-screen/first-steps-bar.tsx';
import { PlanBanners } from './first-screen/plan-banners.tsx';
import { useTableDialogs } from './table/use-table-dialogs.ts';
import type { TrackerData } from './tracker-data.ts';

/** Lazy, as only administrators need them. */
const ManageActs = memo(lazy(() => import('../acts/manage-acts.tsx')));
const ManageComplianceFields = memo(lazy(() => import('../compliance-fields/manage-compliance-fields.tsx')));

/** Lazy, as they are large, and below the table or not open yet. */
const ComplianceCalendar = lazy(() => import('./calendar/compliance-calendar.tsx'));
const BrowseComplianceFields = memo(lazy(() => import('../compliance-fields/browse-compliance-fields.tsx')));
const MayApply = memo(lazy(() => import('../applicability/may-apply.tsx')));
const DetailsDialog = lazy(() => import('./details/details-dialog.tsx'));
const TableDialogs = lazy(() => import('./table/table-dialogs.tsx'));

type Props = TableChoices & {
  tracker: TrackerData;
  /** Item whose details are open, and the day they were opened from. */
  opened: ComplianceRow | undefined;
  day: Temporal.PlainDate | null;
  onOpen: (itemId: string, day?: Temporal.PlainDate) => void;
  onClose: () => void;
};

/**
 * Dashboard as its data are (R-tracker-8). It needs neither the router nor what asks the server, so that the page can
 * draw it before those are there.
 */
export function DashboardView(props: Props) {
  const { user, tracker, hasRows, filter, opened, day, onOpen, onClose } = props;
  const { rows, fields, acts, company, hasNoCompany, today, loading, hasItems } = tracker;
  const { dialog, openers, close: closeDialog } = useTableDialogs();
  const actor = useActor();
  const role = usePlanRole(user.role);
  const rememberedBy = useRememberedBy(user._id);
  const managesFields = can(actor, 'compliance-fields.manage');

  return (
    <div className={classes.page}>
      <DashboardHeader user={user} role={role} company={company} state={filter.state} />
      {hasNoCompany && <NoCompanyNotice />}
      <DueNext rows={rows} loading={loading} onOpen={onOpen} />
      {hasItems && company && (
        <FirstStepsBar user={user} company={company} rows={rows} ready={hasRows} onOpen={onOpen} />
      )}
      <PlanBanners userId={user._id} role={role} company={company} fields={fields} />
      {company && <NaturePlace userId={rememberedBy} isReady={hasRows} />}
      <Suspense>
        {can(actor, 'acts.manage') && <ManageActs />}
        {managesFields && <ManageComplianceFields />}
      </Suspense>
      {/* Alone while it is awaited: what comes above it then would push a heading and filters down. */}
      {loading ? (
        <TableSkeleton id={TABLE} />
      ) : (
        <ComplianceSection
          rows={rows}
          fields={fields}
          company={company}
          user={user}
          today={today}
          hasItems={hasItems}
          hasRows={hasRows}
          onRetry={props.onRetry}
          filter={filter}
          onFilter={props.onFilter}
          views={props.views}
          view={props.view}
          onView={props.onView}
          onOpen={onOpen}
          dialogs={openers}
          highlight={props.highlight}
          onHighlightEnd={props.onHighlightEnd}
        />
      )}
      {hasRows && (
        <Suspense>
          <MayApply />
          {/* Without the items every day would say that nothing is due. */}
          {hasItems && (
            <ComplianceCalendar rows={rows} state={filter.state} fields={fields} today={today} onOpen={onOpen} />
          )}
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
            onClose={onClose}
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
