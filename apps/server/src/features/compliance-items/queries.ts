import type { ComplianceItem, CustomReminder, Shape } from '@anupalan/contract/compliance-items';
import { assign } from '@anupalan/domain/assignments';
import { storedDay, toIsoMidnight } from '@anupalan/domain/calendar-day';
import { computeTrackedFrom } from '@anupalan/domain/occurrence';
import { can } from '@anupalan/domain/permissions';
import { ALL_STATES } from '@anupalan/domain/states';
import { actorOf, type Session } from '../../identity/sessions.ts';
import type { Database, Db } from '../../platform/postgres/database.ts';
import { Turns } from '../../platform/process/turns.ts';
import { historyOf, NO_HISTORY } from '../status-history/packed/item-history.ts';
import {
  countStatusEntries,
  type Histories,
  readStatusHistories,
  readStatusHistory,
} from '../status-history/queries.ts';
import { LargeAnswer } from '../status-history/queries-large.ts';
import type { Days } from '../tracker/choose-days.ts';
import { daysInCompany } from '../tracker/item-days.ts';
import { isExcludedFor, itemNotFound, judgeFor, reachOf } from '../tracker/require-item.ts';
import { presentOwnItems, writeOwnItems } from './own/present-items.ts';
import { spliceItem, type ViewersPart } from './present.ts';
import { writeCompactItems } from './present-compact.ts';
import { presentDays, presentHolidays } from './present-workspace.ts';
import { type Catalogue, type CatalogueItem, type ItemRules, readCatalogueItem } from './queries-catalogue.ts';
import { narrowCatalogueTo, narrowWorkspaceTo, presentPeriod, whoseEntries } from './queries-in-scope.ts';
import {
  type CompanyOfViewer,
  readCompanyOfViewer,
  readOwnReminders,
  readWorkspace,
  stateSince,
  type Workspace,
} from './queries-workspace.ts';

/**
 * Large answers that are read at the same time, of all workspaces together: each keeps the database and this process
 * busy, so others come in between.
 */
const largeReads = new Turns(2);

/** The workspaces whose answers were large lately, which are not tried in one piece again. */
const largeLately = new Set<string>();
const REMEMBERED = 10_000;

/** What a list covers, and how it is written. */
export interface Listed {
  readonly days: Days;
  readonly today: Temporal.PlainDate;
  readonly shape: Shape;
}

/**
 * The items that a viewer sees, with what their workspace recorded (R-tracker-2), as the members of a JSON list: all of
 * them, or, when that is too much for memory, several at once that are read as they are asked for (R-statuses-16).
 */
export async function readItems(
  database: Database,
  kept: Promise<Catalogue>,
  view: Session,
  listed: Listed,
): Promise<readonly string[] | AsyncGenerator<string>> {
  const { db, pool } = database;
  const readWhole = () => readStatusHistories(pool, view, listed.days);
  const isSuspect = largeLately.has(view.workspaceId) && !readsEveryone(view);
  const [catalogue, workspace, histories, everybodys] = await Promise.all([
    kept.then(narrowCatalogueTo(view)),
    readWorkspace(pool, view.workspaceId).then(narrowWorkspaceTo(view)),
    isSuspect ? null : readWhole(),
    readsEveryone(view) ? countStatusEntries(db, { reader: view.workspaceId }) : null,
  ]);
  const shows = showsItem(view, toCompanyOfViewer(workspace), listed.today);
  const plan = planOf(view);
  const { shape } = listed;
  const shown = [
    shownOf(catalogue.items.filter(shows).filter(leavesEndedOut(workspace, histories)), (items, recorded) =>
      writeItems(catalogue, { plan, shape }, items, recordedFor(view, recorded)),
    ),
    shownOf(presentOwnItems(workspace.ownItems, catalogue.fields, plan).filter(shows), (items, recorded) =>
      writeOwnItems(items, shape, recordedFor(view, recorded)),
    ),
  ];
  const writeWhole = async (whole: Histories) => {
    const totals = everybodys ?? (await countIfMore(db, view, workspace, whole.byItem));
    const recorded = { workspace, days: listed.days, totals, ...describe(whole) };
    return shown.flatMap(({ write }) => write(recorded));
  };
  if (histories) return writeWhole(histories);
  const large = await planLarge(database, view, listed);
  const again = isSuspect && !large.hasManyEntries ? await readWhole() : null;
  return again ? writeWhole(again) : readInParts(database, view, { shown, workspace, days: listed.days, large });
}

async function planLarge({ pool }: Database, view: Session, listed: Listed): Promise<LargeAnswer> {
  const large = await largeReads.run(view.workspaceId, () => LargeAnswer.plan(pool, view, listed));
  if (largeLately.size >= REMEMBERED) largeLately.clear();
  if (large.hasManyEntries) largeLately.add(view.workspaceId);
  else largeLately.delete(view.workspaceId);
  return large;
}

/** Items of one kind that the viewer sees, which can be written with what was recorded of them: all, or by parts. */
interface Shown {
  readonly write: (recorded: Recorded) => readonly string[];
  readonly inParts: (large: LargeAnswer) => Iterable<Part>;
}

interface Part {
  readonly items: readonly ItemRules[];
  readonly write: Shown['write'];
}

function shownOf<Item extends ItemRules>(
  all: readonly Item[],
  write: (items: readonly Item[], recorded: Recorded) => readonly string[],
): Shown {
  return {
    write: (recorded) => write(all, recorded),
    *inParts(large) {
      for (const items of large.inParts(all)) yield { items, write: (recorded) => write(items, recorded) };
    },
  };
}

interface Large {
  readonly shown: readonly Shown[];
  readonly workspace: Workspace;
  readonly days: Days;
  readonly large: LargeAnswer;
}

async function* readInParts(
  { db }: Database,
  view: Session,
  { shown, workspace, days, large }: Large,
): AsyncGenerator<string> {
  const totals = readsPages(view) ? await countStatusEntries(db, whoseEntries(view)) : null;
  const cutOf = (item: ItemRules) => (large.leavesOut(item) ? 'entries' : 'records');
  for (const { items, write } of shown.flatMap(({ inParts }) => [...inParts(large)])) {
    const byItem = await largeReads.run(view.workspaceId, () => large.read(items));
    yield write({ workspace, days, totals, byItem, cutOf }).join(',');
  }
}

/** Both shapes are made of the same parts (R-api-27). */
function writeItems(
  { tables }: Catalogue,
  { plan, shape }: { plan: 'free' | 'premium'; shape: Shape },
  items: readonly CatalogueItem[],
  viewersPart: (item: ItemRules) => ViewersPart,
): readonly string[] {
  if (shape === 'full') return items.map((item) => spliceItem(item.full[plan], viewersPart(item)));
  const joined = items.map((item) => ({ catalogue: item.compact[plan], viewers: viewersPart(item) }));
  return joined.length > 0 ? [writeCompactItems(tables[plan], joined)] : [];
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
 * The JSON of one item, read anew; otherwise as {@link readItems}.
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
  const history = describe({ byItem: new Map([[item.id, historyOf(entries)]]), cut });
  const viewers = recordedFor(view, { workspace, days, totals, ...history })(item);
  return { ...item.part, ...viewers, statusHistory: entries };
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

/** What was recorded, as the viewer's parts of items are made of it. */
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

/** The part of an item that is the viewer's own. */
function recordedFor(view: Session, recorded: Recorded): (item: ItemRules) => ViewersPart {
  const { workspace, days, byItem, cutOf, totals } = recorded;
  const trackedFrom = trackIn(workspace);
  const reach = reachOf(view, workspace.company?.reach ?? null);
  const holidays = presentHolidays(workspace.holidays, days);
  const period = presentPeriod(view);
  return (item) => {
    const statusHistory = byItem.get(item.id) ?? NO_HISTORY;
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
