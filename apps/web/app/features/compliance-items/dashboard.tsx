import type { User } from '@anupalan/contract/users';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useToday } from '../../lib/use-today.ts';
import { useActs } from '../acts/list-acts.ts';
import { useOwnCompany } from '../companies/get-own-company.ts';
import { useComplianceFields } from '../compliance-fields/list-compliance-fields.ts';
import { deriveRows } from './compliance-row.ts';
import { ComplianceSection, NO_FILTER } from './compliance-section.tsx';
import type { TableFilter } from './compliance-toolbar.tsx';
import classes from './dashboard.module.css';
import { DashboardHeader } from './dashboard-header.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { useComplianceItems } from './list-compliance-items.ts';
import { PlanBanners } from './plan-banners.tsx';
import { useLoadFailureToast } from './use-load-failure-toast.ts';
import { useOpenItem } from './use-open-item.ts';

/** Below the table and not small, so it comes after the first look. */
const ComplianceCalendar = lazy(() => import('./calendar/compliance-calendar.tsx'));

/** What a part that could not be loaded falls back to; kept, so that nothing is computed again for it. */
const NONE: never[] = [];

/** The tracker (specification 2, section 2, "Dashboard"): loads its parts side by side, each can fail alone. */
export function Dashboard({ user }: { user: User }) {
  const items = useComplianceItems();
  const fields = useComplianceFields();
  const acts = useActs();
  const company = useOwnCompany();
  const parts = [items, fields, acts, company];
  useLoadFailureToast(parts.some((part) => part.isError));

  const today = useToday();
  const rows = useMemo(
    () => deriveRows(items.data ?? NONE, acts.data ?? NONE, user, today),
    [items.data, acts.data, user, today],
  );
  const [filter, setFilter] = useState<TableFilter>(NO_FILTER);
  const changeFilter = useCallback(
    (change: Partial<TableFilter>) => setFilter((before) => ({ ...before, ...change })),
    [],
  );
  const { itemId, open, close } = useOpenItem();

  // Acts that fail are tried again meanwhile; their items needn't wait for that.
  const loading = items.isPending || fields.isPending || (acts.isPending && acts.failureCount === 0);
  const opened = rows.find((row) => row.item._id === itemId);
  const isGone = itemId !== null && items.data !== undefined && !opened;
  useEffect(() => {
    if (isGone) close();
  }, [isGone, close]);

  return (
    <div className={classes.page}>
      <DashboardHeader user={user} company={company.data ?? null} state={filter.state} />
      <PlanBanners role={user.role} company={company.data ?? null} fields={fields.data ?? NONE} />
      <ComplianceSection
        rows={rows}
        fields={fields.data ?? NONE}
        company={company.data ?? null}
        today={today}
        loading={loading}
        filter={filter}
        onFilter={changeFilter}
        onOpen={open}
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
      </Suspense>
      <DetailsDialog
        row={opened}
        fields={fields.data ?? NONE}
        company={company.data ?? null}
        user={user}
        today={today}
        onClose={close}
      />
    </div>
  );
}
