import type { ComplianceItem, CustomReminder } from '@anupalan/contract/compliance-items';
import { assign } from '@anupalan/domain/assignments';
import { storedDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { computeTrackedFrom } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import { ALL_STATES } from '@anupalan/domain/states';
import { actorOf, type Session } from '../../identity/sessions.ts';
import type { Database, Db } from '../../platform/postgres/database.ts';
import {
  countStatusEntries,
  type Histories,
  readStatusHistories,
  readStatusHistory,
} from '../status-history/queries.ts';
import { LargeHistories } from '../status-history/queries-large.ts';
import type { Days } from '../tracker/choose-days.ts';
import { daysInCompany } from '../tracker/item-days.ts';
import { isExcludedFor, itemNotFound, judgeFor, reachOf } from '../tracker/require-item.ts';
import { presentOwnItems } from './own/present-items.ts';
import type { CataloguePart, RecordedPart } from './present.ts';
import { presentDays, presentHolidays } from './present-workspace.ts';
import { type Catalogue, type ItemRules, readCatalogueItem } from './queries-catalogue.ts';
import { narrowCatalogueTo, narrowWorkspaceTo, presentPeriod, whoseEntries } from './queries-in-scope.ts';
import {
  type CompanyOfViewer,
  readCompanyOfViewer,
  readOwnReminders,
  readWorkspace,
  stateSince,
  type Workspace,
} from './queries-workspace.ts';

/** The days that a list covers, and today. */
export interface Listed {
  readonly days: Days;
  readonly today: Temporal.PlainDate;
}

/** Items of a list: all of them, or, when they are too much for memory, several at a time (R-statuses-16). */
export type Items = ComplianceItem[] | AsyncGenerator<ComplianceItem[]>;

/** The items that a viewer sees, with what their workspace recorded (R-tracker-2). */
export async function readItems(
  database: Database,
  kept: Promise<Catalogue>,
  view: Session,
  listed: Listed,
): Promise<Items> {
  const { db, pool } = database;
  const [catalogue, workspace, histories, everybodys] = await Promise.all([
    kept.then(narrowCatalogueTo(view)),
    readWorkspace(pool, view.workspaceId).then(narrowWorkspaceTo(view)),
    readStatusHistories(pool, view, listed.days),
    readsEveryone(view) ? countStatusEntries(db, { reader: view.workspaceId }) : null,
  ]);
  const shown = listShown(view, { catalogue, workspace, histories, today: listed.today });
  if (!histories) return readInParts(database, view, { shown, workspace, listed });
  const totals = everybodys ?? (await countIfMore(db, view, workspace, histories.byItem));
  const recordedOf = recordedFor(view, { workspace, days: listed.days, totals, ...describe(histories) });
  return shown.map((item) => ({ ...item.part, ...recordedOf(item) }));
}

/** An item with its catalogue part for the viewer's plan. */
interface Shown extends ItemRules {
  readonly part: CataloguePart;
}

/** The items of the catalogue and the company's own that are in a viewer's table, in its order. */
function listShown(
  view: Session,
  { catalogue, workspace, histories, today }: ReadForList & { readonly today: Temporal.PlainDate },
): Shown[] {
  const plan = planOf(view);
  const shows = showsItem(view, toCompanyOfViewer(workspace), today);
  const ofCatalogue = catalogue.items.filter(shows).filter(leavesEndedOut(workspace, histories));
  const own = presentOwnItems(workspace.ownItems, catalogue.fields, plan).filter(shows);
  return [...ofCatalogue.map((item) => ({ ...item, part: item.parts[plan] })), ...own];
}

interface ReadForList {
  readonly catalogue: Catalogue;
  readonly workspace: Workspace;
  readonly histories: Histories | null;
}

interface ReadInParts {
  readonly shown: readonly Shown[];
  readonly workspace: Workspace;
  readonly listed: Listed;
}

/** Reads what was recorded of some items at a time, as fast as they are taken. */
async function* readInParts(
  { db, pool }: Database,
  view: Session,
  { shown, workspace, listed }: ReadInParts,
): AsyncGenerator<ComplianceItem[]> {
  const large = await LargeHistories.plan(pool, view, listed);
  const totals = readsPages(view) ? await countStatusEntries(db, whoseEntries(view)) : null;
  const cutOf = (item: ItemRules) => (large.leavesOut(item) ? 'entries' : 'records');
  for (const some of large.inParts(shown)) {
    const byItem = await large.read(some);
    const recordedOf = recordedFor(view, { workspace, days: listed.days, totals, byItem, cutOf });
    yield some.map((item) => ({ ...item.part, ...recordedOf(item) }));
  }
}

/** The numbers of a workspace's entries by item, when it has others than the ones that were read. */
async function countIfMore(
  db: Db,
  view: Session,
  workspace: Workspace,
  byItem: Histories['byItem'],
): Promise<ReadonlyMap<string, number> | null> {
  let read = 0;
  for (const entries of byItem.values()) read += entries.length;
  return readsPages(view) && workspace.statusEntries > read ? countStatusEntries(db, whoseEntries(view)) : null;
}

/**
 * One item, read anew; otherwise as {@link readItems}.
 * @throws AppError not-found when the viewer does not see it.
 */
export async function readItem(
  { db, pool }: Database,
  view: Session,
  { itemId, days }: { itemId: string; days: Days },
): Promise<ComplianceItem> {
  const whose = readsEveryone(view) ? {} : whoseEntries(view);
  const [item, workspace, { entries, cut }, totals] = await Promise.all([
    readCatalogueItem(db, planOf(view), { itemId, owner: view.workspaceId }),
    readWorkspace(pool, view.workspaceId, itemId).then(narrowWorkspaceTo(view)),
    readStatusHistory(pool, view, { itemId, days }),
    readsPages(view) ? countStatusEntries(db, { itemId, ...whose }) : null,
  ]);
  const judge = judgeFor(view, reachOf(view, workspace.company?.reach ?? null));
  if (!item || judge(item.rule).outcome !== 'applies') throw itemNotFound();
  const history = describe({ byItem: new Map([[item.id, entries]]), cut });
  return { ...item.part, ...recordedFor(view, { workspace, days, totals, ...history })(item) };
}

/** The viewer's own reminders of the items they see, earliest first (R-records-5). */
export async function readReminders(db: Db, view: Session, today: Temporal.PlainDate): Promise<CustomReminder[]> {
  const isShown = showsItem(view, await readCompanyOfViewer(db, view.workspaceId), today);
  return readOwnReminders(db, view, (rule) => isShown({ id: rule.id, rule }));
}

/** Whether a viewer has an item in their table: it applies, and the company doesn't say that it does not. */
export function showsItem(
  view: Session,
  { company, exclusions }: CompanyOfViewer,
  today: Temporal.PlainDate,
): (item: Pick<ItemRules, 'id' | 'rule'>) => boolean {
  const judge = judgeFor(view, reachOf(view, company));
  const isExcluded = isExcludedFor(view, today);
  return ({ id, rule }) => !isExcluded(exclusions.get(id)) && judge(rule).outcome === 'applies';
}

function toCompanyOfViewer({ company, exclusions }: Workspace): CompanyOfViewer {
  return { company: company?.reach ?? null, exclusions };
}

/** An item that has ended stays with those who recorded something about it (R-catalogue-27). */
function leavesEndedOut(workspace: Workspace, histories: Histories | null): (item: ItemRules) => boolean {
  return ({ id, hasEnded }) =>
    !hasEnded ||
    histories === null ||
    histories.byItem.has(id) ||
    workspace.paymentDates.has(id) ||
    workspace.submissionDates.has(id);
}

/** The plan by which a view reads values and keeps own obligations. */
export function planOf(view: Session): 'free' | 'premium' {
  return can(actorOf(view), 'compliance-items.read-premium-values') ? 'premium' : 'free';
}

function readsEveryone(view: Session): boolean {
  return can(actorOf(view), 'status-history.read-everyone');
}

function readsPages(view: Session): boolean {
  return can(actorOf(view), 'status-history.read');
}

/** What the recorded parts of items are made of. */
interface Recorded {
  readonly workspace: Workspace;
  /** The days that the answer covers. */
  readonly days: Days;
  readonly byItem: Histories['byItem'];
  readonly cutOf: (item: ItemRules) => ComplianceItem['statusHistoryCut'];
  /** The numbers of all entries by item, for those who may read them page by page. */
  readonly totals: ReadonlyMap<string, number> | null;
}

function describe({ byItem, cut }: Histories): Pick<Recorded, 'byItem' | 'cutOf'> {
  return { byItem, cutOf: () => (cut ? 'records' : undefined) };
}

/** Makes the recorded part of an item. */
function recordedFor(view: Session, recorded: Recorded): (item: ItemRules) => RecordedPart {
  const { workspace, days, byItem, cutOf, totals } = recorded;
  const trackedFrom = trackIn(workspace);
  const reach = reachOf(view, workspace.company?.reach ?? null);
  const holidays = presentHolidays(workspace.holidays, days);
  const period = presentPeriod(view);
  return (item) => {
    const statusHistory = byItem.get(item.id) ?? [];
    const total = totals?.get(item.id) ?? 0;
    const statusHistoryCut = cutOf(item);
    return {
      trackedFrom: trackedFrom(item),
      ...(period && { period }),
      statusHistory,
      ...(totals && (readsEveryone(view) || total > statusHistory.length) && { statusHistoryTotal: total }),
      ...(statusHistoryCut && { statusHistoryCut }),
      history: [],
      customReminders: workspace.customReminders.get(item.id) ?? [],
      paymentDates: workspace.paymentDates.get(item.id) ?? [],
      submissionDates: workspace.submissionDates.get(item.id) ?? [],
      ...presentDays(daysInCompany(item, workspace.days, reach, days)),
      ...(holidays && { holidays }),
      assignment: assign(workspace.linesOf(item)),
      userId: view.userId,
    };
  };
}

type TrackedFrom = (item: Pick<ItemRules, 'rule' | 'since'>) => string;

/**
 * Gives the day from which the workspace answers for an item (R-due-dates-12). Days are computed once for each state
 * and first day, of which there are few.
 */
export function trackIn({ since, company }: Pick<Workspace, 'since' | 'company'>): TrackedFrom {
  const known = new Map<string, string>();
  const find = ({ rule: { state }, since: itemSince }: Parameters<TrackedFrom>[0]) => {
    const ofState = state === ALL_STATES ? null : stateSince(company, state);
    return toIsoMidnight(computeTrackedFrom(since, storedDay(itemSince), ofState));
  };
  return (item) => {
    const key = `${item.since} ${item.rule.state}`;
    const day = known.get(key) ?? find(item);
    known.set(key, day);
    return day;
  };
}
