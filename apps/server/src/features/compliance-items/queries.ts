import { applies } from '@anupalan/domain/applicability';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { computeTrackedFrom } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import { ALL_STATES } from '@anupalan/domain/states';
import type { Pool } from 'pg';
import type { Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { actorOf, type Session } from '../../platform/sessions.ts';
import { findCompany } from '../companies/queries.ts';
import { countStatusEntries, type Days, readStatusHistories } from '../status-history/queries.ts';
import { spliceItem } from './present.ts';
import type { CatalogueItem } from './queries-catalogue.ts';
import { readWorkspace, stateSince, type Workspace } from './queries-workspace.ts';

/** The JSON of each item that a viewer sees, with what their workspace recorded (decisions, section 4). */
export async function readItems(
  pool: Pool,
  catalogue: Promise<readonly CatalogueItem[]>,
  view: Session,
  days: Days,
): Promise<string[]> {
  const actor = actorOf(view);
  const [items, workspace, histories, totals] = await Promise.all([
    catalogue,
    readWorkspace(pool, view.workspaceId),
    readStatusHistories(pool, view, days),
    can(actor, 'status-history.read-everyone') ? countStatusEntries(pool) : null,
  ]);
  const plan = can(actor, 'compliance-items.read-premium-values') ? 'premium' : 'free';
  const shown = can(actor, 'compliance-items.list-unfiltered')
    ? items
    : items.filter(({ rule }) => applies(rule, workspace.company));
  const trackedFrom = trackIn(workspace);
  return shown.map((item) =>
    spliceItem(item.json[plan], {
      trackedFrom: trackedFrom(item),
      statusHistory: histories.get(item.id) ?? [],
      ...(totals && { statusHistoryTotal: totals.get(item.id) ?? 0 }),
      history: [],
      customReminders: workspace.customReminders.get(item.id) ?? [],
      paymentDates: workspace.paymentDates.get(item.id) ?? [],
      submissionDates: workspace.submissionDates.get(item.id) ?? [],
      userId: view.userId,
    }),
  );
}

/** Since which day the workspace answers for an item. Items are many, their states and first days few. */
function trackIn({ since, company }: Workspace): (item: CatalogueItem) => string {
  const known = new Map<string, string>();
  return (item) => {
    const { state } = item.rule;
    const key = `${item.since} ${state}`;
    const ofState = state === ALL_STATES ? null : stateSince(company, state);
    const day =
      known.get(key) ?? toIsoMidnight(computeTrackedFrom(since, Temporal.PlainDate.from(item.since), ofState));
    known.set(key, day);
    return day;
  };
}

/** @throws AppError not-found when there is no such item, or it is none of the viewer's. */
export async function requireItem(db: Db, view: Session, itemId: string): Promise<void> {
  const [item, company] = await Promise.all([
    db
      .selectFrom('compliance_items')
      .select(['state', 'min_employees as minEmployees', 'max_employees as maxEmployees'])
      .where('id', '=', itemId)
      .executeTakeFirst(),
    findCompany(db, view.workspaceId),
  ]);
  const reach = company && {
    employeeCount: company.employeeCount,
    states: [company.state, ...company.additionalStates],
  };
  const isShown = item && (can(actorOf(view), 'compliance-items.list-unfiltered') || applies(item, reach));
  if (!isShown) throw new AppError('not-found', 'Compliance item not found');
}
