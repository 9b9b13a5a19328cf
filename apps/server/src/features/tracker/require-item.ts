import { type Applicability, type ApplicabilityRule, applies } from '@anupalan/domain/applicability';
import type { AssignmentLines } from '@anupalan/domain/assignments';
import type { CompanyReach } from '@anupalan/domain/company-reach';
import { can } from '@anupalan/domain/permissions';
import type { FastifyRequest } from 'fastify';
import type { Versions } from '../../identity/reading/session-versions.ts';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { type CompanyReachRow, toCompanyReach } from './company-reach.ts';
import { type CompanyRules, readCompanyRules } from './company-rules.ts';
import type { Exclusion } from './company-settings.ts';
import { ViewedDays } from './item-days.ts';
import type { JudgedItem } from './judged-items.ts';
import { readVersions, versionsOf } from './versions.ts';

/** A call about an item, by whom and on which day. */
interface CallAboutItem {
  readonly session: Session;
  readonly request: Pick<FastifyRequest, 'versions'>;
  readonly today: Temporal.PlainDate;
}

/** An item as a viewer stands to it. */
export interface ViewedItem {
  /** The item's own id; of one that went into another, the other's (R-catalogue-26). */
  readonly id: string;
  readonly outcome: Applicability['outcome'];
  /** Whether the company says that it does not apply (R-applicability-8). */
  readonly isExcluded: boolean;
  /** What was set about who is responsible, deputy and checker of it. */
  readonly lines: AssignmentLines;
  /** Its days in the viewer's company. */
  readonly days: ViewedDays;
}

/** The part of {@link ViewedItem} that those who record about it need. */
type ShownItem = Omit<ViewedItem, 'outcome' | 'isExcluded'>;

/**
 * Checks that the viewer sees an item (R-records-1); `request.versions` has the versions of the caller's own view.
 * @returns the item's id, which is another one where the item went into another, and what was set about who is
 * responsible, deputy and checker of it
 * @throws AppError not-found when there is no such item, or the viewer does not see it.
 */
export async function requireItem(
  database: Pick<Database, 'pool'>,
  call: CallAboutItem,
  view: Session,
  itemId: string,
): Promise<ShownItem> {
  return requireShown(await viewItem(database, call, view, itemId));
}

/** The same for one of several items that a call is about, of which nothing was read with the session. */
export async function requireItemOf(
  database: Pick<Database, 'pool'>,
  viewer: { view: Session; today: Temporal.PlainDate },
  itemId: string,
): Promise<ShownItem> {
  return requireShown(await viewItemOf(database, viewer, itemId));
}

/**
 * Finds items that the viewer sees by their own ids, all as of one moment: for those who ask about many. Of any other id
 * there is nothing.
 */
export async function findItemsOf(
  { pool }: Pick<Database, 'pool'>,
  { view, today }: { view: Session; today: Temporal.PlainDate },
): Promise<(itemId: string) => ShownItem | null> {
  const { workspaceId } = view;
  const { catalogue } = await readVersions(pool, workspaceId);
  const rules = await readCompanyRules(pool, { workspaceId, catalogue, itemId: null });
  return (itemId) => {
    const item = rules.find(itemId);
    if (!item) return null;
    const viewed = standTo(rules, { view, today }, item);
    return isShown(viewed) ? viewed : null;
  };
}

/** How the viewer stands to an item of which nothing was read with the session. @throws as {@link viewItem} */
export async function viewItemOf(
  { pool }: Pick<Database, 'pool'>,
  { view, today }: { view: Session; today: Temporal.PlainDate },
  itemId: string,
): Promise<ViewedItem> {
  return presentView(pool, { view, today, versions: await readVersions(pool, view.workspaceId) }, itemId);
}

function requireShown(viewed: ViewedItem): ShownItem {
  if (!isShown(viewed)) throw itemNotFound();
  return viewed;
}

function isShown({ outcome, isExcluded }: ViewedItem): boolean {
  return outcome === 'applies' && !isExcluded;
}

/** How the viewer stands to an item. @throws AppError not-found when there is no such item. */
export async function viewItem(
  { pool }: Pick<Database, 'pool'>,
  { session, request, today }: CallAboutItem,
  view: Session,
  itemId: string,
): Promise<ViewedItem> {
  const versions = view === session ? versionsOf(request) : await readVersions(pool, view.workspaceId);
  return presentView(pool, { view, today, versions }, itemId);
}

async function presentView(
  pool: Database['pool'],
  { view, today, versions: { catalogue } }: { view: Session; today: Temporal.PlainDate; versions: Versions },
  itemId: string,
): Promise<ViewedItem> {
  const rules = await readCompanyRules(pool, { workspaceId: view.workspaceId, catalogue, itemId });
  const item = rules.find(itemId.toLowerCase()) ?? rules.find((await findTarget(pool, itemId)) ?? '');
  if (!item) throw itemNotFound();
  return standTo(rules, { view, today }, item);
}

function standTo(
  { settings }: CompanyRules,
  { view, today }: { view: Session; today: Temporal.PlainDate },
  item: JudgedItem,
): ViewedItem {
  const reach = settings.reach && narrowTo(view, settings.reach);
  return {
    id: item.id,
    outcome: judgeFor(view, reach)(item.rule).outcome,
    isExcluded: isExcludedFor(view, today)(settings.exclusions.get(item.id)),
    lines: settings.linesOf(item),
    days: new ViewedDays(item.id, { item: item.days, own: settings.days }, reach),
  };
}

/** The item that an old one went into (R-catalogue-26). Old links name it, so hardly anybody asks. */
export async function findTarget(pool: Database['pool'], itemId: string): Promise<string | null> {
  const { rows } = await pool.query<{ into_id: string }>('select into_id from merged_items where id = $1', [itemId]);
  return rows[0]?.into_id ?? null;
}

/**
 * Judges items for a viewer: administrators see all, for everyone else their company decides (R-tracker-3, R-tracker-4).
 */
export function judgeFor(view: Session, reach: CompanyReach | null): (rule: ApplicabilityRule) => Applicability {
  const seesAll = can(actorOf(view), 'compliance-items.list-unfiltered');
  return (rule) => (seesAll ? { outcome: 'applies' } : applies(rule, reach));
}

/** The reach of a company for its plan: without Premium "all states" is not every state (R-tracker-31). */
export function reachOf(view: Session, company: CompanyReachRow | null): CompanyReach | null {
  return company && narrowTo(view, toCompanyReach(company));
}

function narrowTo(view: Session, reach: CompanyReach): CompanyReach {
  return { ...reach, onlyNamedStates: !can(actorOf(view), 'compliance-items.read-premium-values') };
}

/** Whether an exclusion holds for a viewer on a day; administrators see all (R-applicability-8). */
export function isExcludedFor(
  view: Session,
  today: Temporal.PlainDate,
): (exclusion: Exclusion | null | undefined) => boolean {
  const seesAll = can(actorOf(view), 'compliance-items.list-unfiltered');
  const day = today.toString();
  return (exclusion) => !seesAll && exclusion != null && (exclusion.until === null || day <= exclusion.until);
}

export function itemNotFound(cause?: unknown): AppError {
  return new AppError('not-found', 'Compliance item not found', { cause });
}
