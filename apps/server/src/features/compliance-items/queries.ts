import type { ComplianceItem, CustomReminder } from '@anupalan/contract/compliance-items';
import type { StatusEntry } from '@anupalan/contract/status-history';
import type { CompanyReach } from '@anupalan/domain/applicability';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { computeTrackedFrom } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import { ALL_STATES } from '@anupalan/domain/states';
import { actorOf, type Session } from '../../identity/sessions.ts';
import type { Database, Db } from '../../platform/postgres/database.ts';
import { findCompany } from '../companies/queries.ts';
import { countStatusEntries, readStatusHistories, readStatusHistory } from '../status-history/queries.ts';
import type { Days } from '../tracker/choose-days.ts';
import { itemNotFound, showsTo } from '../tracker/require-item.ts';
import { spliceItem, type ViewersPart } from './present.ts';
import { type CatalogueItem, type ItemRules, readCatalogueItem } from './queries-catalogue.ts';
import { readOwnReminders, readWorkspace, stateSince, type Workspace } from './queries-workspace.ts';

/** The JSON of each item that a viewer sees, with what their workspace recorded (R-tracker-2). */
export async function readItems(
  { db, pool }: Database,
  catalogue: Promise<readonly CatalogueItem[]>,
  view: Session,
  days: Days,
): Promise<string[]> {
  const [items, workspace, histories, totals] = await Promise.all([
    catalogue,
    readWorkspace(pool, view.workspaceId),
    readStatusHistories(pool, view, days),
    readsEveryone(view) ? countStatusEntries(db) : null,
  ]);
  const plan = planOf(view);
  const isShown = showsTo(view, workspace.company);
  const viewersPart = recordedFor(view, workspace, histories, totals);
  return items.filter(({ rule }) => isShown(rule)).map((item) => spliceItem(item.json[plan], viewersPart(item)));
}

/**
 * The JSON of one item, read anew; otherwise as {@link readItems}.
 * @throws AppError not-found when the viewer does not see it.
 */
export async function readItem(
  { db, pool }: Database,
  view: Session,
  { itemId, days }: { itemId: string; days: Days },
): Promise<ComplianceItem> {
  const [item, workspace, history, totals] = await Promise.all([
    readCatalogueItem(db, planOf(view), itemId),
    readWorkspace(pool, view.workspaceId, itemId),
    readStatusHistory(pool, view, { itemId, days }),
    readsEveryone(view) ? countStatusEntries(db, { itemId }) : null,
  ]);
  if (!item || !showsTo(view, workspace.company)(item.rule)) throw itemNotFound();
  return { ...item.part, ...recordedFor(view, workspace, new Map([[item.id, history]]), totals)(item) };
}

/** The viewer's own reminders of the items they see, earliest first (R-records-5). */
export async function readReminders(db: Db, view: Session): Promise<CustomReminder[]> {
  return readOwnReminders(db, view, showsTo(view, await readReach(db, view)));
}

async function readReach(db: Db, view: Session): Promise<CompanyReach | null> {
  const company = await findCompany(db, view.workspaceId);
  return company && { employeeCount: company.employeeCount, states: [company.state, ...company.additionalStates] };
}

function planOf(view: Session): 'free' | 'premium' {
  return can(actorOf(view), 'compliance-items.read-premium-values') ? 'premium' : 'free';
}

function readsEveryone(view: Session): boolean {
  return can(actorOf(view), 'status-history.read-everyone');
}

/** The part of an item that is the viewer's own. */
function recordedFor(
  view: Session,
  workspace: Workspace,
  histories: ReadonlyMap<string, StatusEntry[]>,
  totals: ReadonlyMap<string, number> | null,
): (item: ItemRules) => ViewersPart {
  const trackedFrom = trackIn(workspace);
  return (item) => ({
    trackedFrom: trackedFrom(item),
    statusHistory: histories.get(item.id) ?? [],
    ...(totals && { statusHistoryTotal: totals.get(item.id) ?? 0 }),
    history: [],
    customReminders: workspace.customReminders.get(item.id) ?? [],
    paymentDates: workspace.paymentDates.get(item.id) ?? [],
    submissionDates: workspace.submissionDates.get(item.id) ?? [],
    userId: view.userId,
  });
}

/**
 * Gives the day from which the workspace answers for an item (R-due-dates-12). Days are computed once for each state
 * and first day, of which there are few.
 */
function trackIn({ since, company }: Workspace): (item: ItemRules) => string {
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
