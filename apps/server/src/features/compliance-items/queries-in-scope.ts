import type { ComplianceItem } from '@anupalan/contract/compliance-items';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import type { Session } from '../../identity/sessions.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { daysSeenBy, periodOf, seesAct, seesDay } from '../tracker/scope.ts';
import type { Catalogue } from './queries-catalogue.ts';
import type { Workspace } from './queries-workspace.ts';

/** Leaves out the items of acts that a viewer does not see (R-companies-21). */
export function narrowCatalogueTo(view: Session): (catalogue: Catalogue) => Catalogue {
  if (!view.member.scope?.acts) return (catalogue) => catalogue;
  return (catalogue) => ({ ...catalogue, items: catalogue.items.filter(({ actId }) => seesAct(view, actId)) });
}

/** Leaves out own items of acts that a viewer does not see, and what lies outside their period (R-companies-21). */
export function narrowWorkspaceTo(view: Session): (workspace: Workspace) => Workspace {
  if (!view.member.scope) return (workspace) => workspace;
  return (workspace) => ({
    ...workspace,
    ownItems: workspace.ownItems.filter(({ act_id }) => seesAct(view, act_id)),
    customReminders: keep(workspace.customReminders, ({ reminderDate }) => seesDay(view, reminderDate)),
    paymentDates: keep(workspace.paymentDates, ({ date }) => seesDay(view, date)),
    submissionDates: keep(workspace.submissionDates, ({ date }) => seesDay(view, date)),
  });
}

/** The days that a viewer sees, as their items carry them. */
export function presentPeriod(view: Session): ComplianceItem['period'] {
  const period = daysSeenBy(view);
  if (!period) return undefined;
  return { from: period.from && toIsoMidnight(period.from), to: period.to && toIsoMidnight(period.to) };
}

/** The entries that are counted for a viewer. */
export function whoseEntries(view: Session): {
  workspaceId: WorkspaceId;
  period: ReturnType<typeof periodOf>;
} {
  return { workspaceId: view.workspaceId, period: periodOf(view) };
}

function keep<T>(byItem: ReadonlyMap<string, T[]>, isKept: (one: T) => boolean): ReadonlyMap<string, T[]> {
  return new Map([...byItem].map(([item, all]) => [item, all.filter(isKept)]));
}
