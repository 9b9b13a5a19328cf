import type { ComplianceItem, CustomReminder } from '@anupalan/contract/compliance-items';
import type { StatusEntry } from '@anupalan/contract/status-history';
import { type ApplicabilityRule, applies, type CompanyReach } from '@anupalan/domain/applicability';
import { toIsoMidnight } from '@anupalan/domain/calendar-day';
import { computeTrackedFrom } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import { ALL_STATES } from '@anupalan/domain/states';
import type { Pool } from 'pg';
import type { Database, Db } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { actorOf, type Session } from '../../platform/sessions.ts';
import { findCompany } from '../companies/queries.ts';
import { countStatusEntries, type Days, readStatusHistories, readStatusHistory } from '../status-history/queries.ts';
import { spliceItem, type ViewersPart } from './present.ts';
import { type CatalogueItem, type ItemRules, readCatalogueItem } from './queries-catalogue.ts';
import { readOwnReminders, readWorkspace, stateSince, type Workspace } from './queries-workspace.ts';

/** The JSON of each item that a viewer sees, with what their workspace recorded (decisions, section 4). */
export async function readItems(
  pool: Pool,
  catalogue: Promise<readonly CatalogueItem[]>,
  view: Session,
  days: Days,
): Promise<string[]> {
  const [items, workspace, histories, totals] = await Promise.all([
    catalogue,
    readWorkspace(pool, view.workspaceId),
    readStatusHistories(pool, view, days),
    readsEveryone(view) ? countStatusEntries(pool) : null,
  ]);
  const plan = planOf(view);
  const isShown = showsTo(view, workspace.company);
  const viewersPart = recordedFor(view, workspace, histories, totals);
  return items.filter(({ rule }) => isShown(rule)).map((item) => spliceItem(item.json[plan], viewersPart(item)));
}

/** One of {@link readItems}, as it is now. @throws AppError not-found when it is none of the viewer's. */
export async function readItem(
  { db, pool }: Database,
  view: Session,
  { itemId, days }: { itemId: string; days: Days },
): Promise<ComplianceItem> {
  const [item, workspace, history, totals] = await Promise.all([
    readCatalogueItem(db, planOf(view), itemId),
    readWorkspace(pool, view.workspaceId, itemId),
    readStatusHistory(pool, view, { itemId, days }),
    readsEveryone(view) ? countStatusEntries(pool, { itemId }) : null,
  ]);
  if (!item || !showsTo(view, workspace.company)(item.rule)) throw itemNotFound();
  return { ...item.part, ...recordedFor(view, workspace, new Map([[item.id, history]]), totals)(item) };
}

/** The viewer's own reminders of the items they see, earliest first. */
export async function readReminders({ db, pool }: Database, view: Session): Promise<CustomReminder[]> {
  return readOwnReminders(pool, view, showsTo(view, await readReach(db, view)));
}

/** @throws AppError not-found when there is no such item, or it is none of the viewer's. */
export async function requireItem({ pool }: Pick<Database, 'pool'>, view: Session, itemId: string): Promise<void> {
  const { rows } = await pool.query<ItemBesideCompany>({ ...ITEM_BESIDE_COMPANY, values: [view.workspaceId, itemId] });
  const [item] = rows;
  if (!item || !showsTo(view, item.company)(item)) throw itemNotFound();
}

interface ItemBesideCompany extends ApplicabilityRule {
  readonly company: CompanyReach | null;
}

/** Every change of what a workspace keeps begins with it, so it is prepared. Parameters: $1 the workspace, $2 the item. */
const ITEM_BESIDE_COMPANY = {
  name: 'item-beside-company',
  text: `
    select state, min_employees as "minEmployees", max_employees as "maxEmployees",
      (select json_build_object(
         'employeeCount', employee_count,
         'states', array_prepend(state, array(
           select state from company_states where company_states.workspace_id = companies.workspace_id)))
       from companies where workspace_id = $1 and confirmed) as company
    from compliance_items where id = $2`,
};

export function itemNotFound(): AppError {
  return new AppError('not-found', 'Compliance item not found');
}

async function readReach(db: Db, view: Session): Promise<CompanyReach | null> {
  const company = await findCompany(db, view.workspaceId);
  return company && { employeeCount: company.employeeCount, states: [company.state, ...company.additionalStates] };
}

/** Whether the viewer sees items with a rule: administrators see all, everyone else what applies to their company. */
function showsTo(view: Session, company: CompanyReach | null): (rule: ApplicabilityRule) => boolean {
  const seesAll = can(actorOf(view), 'compliance-items.list-unfiltered');
  return (rule) => seesAll || applies(rule, company);
}

function planOf(view: Session): 'free' | 'premium' {
  return can(actorOf(view), 'compliance-items.read-premium-values') ? 'premium' : 'free';
}

function readsEveryone(view: Session): boolean {
  return can(actorOf(view), 'status-history.read-everyone');
}

/** What of an item is the viewer's own. */
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

/** Since which day the workspace answers for an item. Items are many, their states and first days few. */
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
