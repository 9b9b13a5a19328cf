import { Id, State } from '@anupalan/contract/wire/primitives';
import { type Applicability, type ApplicabilityRule, applies, type Requirement } from '@anupalan/domain/applicability';
import type { AssignmentLines } from '@anupalan/domain/assignments';
import type { CompanyReach } from '@anupalan/domain/company-reach';
import { can } from '@anupalan/domain/permissions';
import { ALL_STATES } from '@anupalan/domain/states';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { BesideSession } from '../../identity/read-session.ts';
import { actorOf, type Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Database } from '../../platform/postgres/database.ts';
import { CompanyReachRow, companyReach, toCompanyReach } from './company-reach.ts';
import { ItemDaysRow, itemDaysBeside, ViewedDays } from './item-days.ts';
import { indexLines, isAbout, LinesBeside, linesBeside } from './queries-assignments.ts';

/** A call about an item, by whom and on which day. */
interface CallAboutItem {
  readonly session: Session;
  readonly request: Pick<FastifyRequest, 'besideSession'>;
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
 * Checks that the viewer sees an item (R-records-1); `request.besideSession` has what {@link ITEM_BESIDE_SESSION} read
 * for the caller's own view.
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

/** How the viewer stands to an item of which nothing was read with the session. @throws as {@link viewItem} */
export async function viewItemOf(
  { pool }: Pick<Database, 'pool'>,
  { view, today }: { view: Session; today: Temporal.PlainDate },
  itemId: string,
): Promise<ViewedItem> {
  return presentView(pool, { view, today, read: await readBeside(pool, view, itemId) }, itemId);
}

function requireShown({ outcome, isExcluded, ...viewed }: ViewedItem): ShownItem {
  if (outcome !== 'applies' || isExcluded) throw itemNotFound();
  return viewed;
}

/** How the viewer stands to an item. @throws AppError not-found when there is no such item. */
export async function viewItem(
  { pool }: Pick<Database, 'pool'>,
  { session, request, today }: CallAboutItem,
  view: Session,
  itemId: string,
): Promise<ViewedItem> {
  const read = view === session ? request.besideSession : await readBeside(pool, view, itemId);
  return presentView(pool, { view, today, read }, itemId);
}

async function presentView(
  pool: Database['pool'],
  { view, today, read }: { view: Session; today: Temporal.PlainDate; read: unknown },
  itemId: string,
): Promise<ViewedItem> {
  const { item } = BesideSessionRow.parse(read);
  if (item) return standTo(view, { id: itemId, ...item }, today);
  const target = await findTarget(pool, itemId);
  const merged = target && BesideSessionRow.parse(await readBeside(pool, view, target)).item;
  if (!merged) throw itemNotFound();
  return standTo(view, { id: target, ...merged }, today);
}

async function readBeside(pool: Database['pool'], view: Session, itemId: string): Promise<unknown> {
  const values = [view.workspaceId, itemId];
  const { rows } = await pool.query({ ...ITEM_BESIDE_COMPANY, values });
  return rows[0];
}

/** The item that an old one went into (R-catalogue-26). Old links name it, so hardly anybody asks. */
export async function findTarget(pool: Database['pool'], itemId: string): Promise<string | null> {
  const { rows } = await pool.query<{ into_id: string }>('select into_id from merged_items where id = $1', [itemId]);
  return rows[0]?.into_id ?? null;
}

/**
 * The rule of a company's own item, which is for that company whatever its states, its size and its facts
 * (R-registrations-11).
 */
export const FOR_ITS_COMPANY = {
  ...{ state: ALL_STATES, minEmployees: 0, maxEmployees: 0 },
  ...{ conditions: [], belowLimit: null },
} satisfies Omit<ApplicabilityRule, 'id'>;

function standTo(
  view: Session,
  item: NonNullable<z.infer<typeof ItemBesideCompany>> & { readonly id: string },
  today: Temporal.PlainDate,
): ViewedItem {
  const rule = item.own ? { ...item, ...FOR_ITS_COMPANY } : item;
  const reach = reachOf(view, item.company);
  return {
    id: item.id,
    outcome: judgeFor(view, reach)(rule).outcome,
    isExcluded: isExcludedFor(view, today)(item.exclusion),
    lines: indexLines(item.assigned)(item),
    days: new ViewedDays(item.id, item.days, reach),
  };
}

/** A company's word that an item does not apply to it, as JSON; `until` is the last day of it. */
export const Exclusion = z.object({ until: z.string().nullable() });
export type Exclusion = z.infer<typeof Exclusion>;

/**
 * Judges items for a viewer: administrators see all, for everyone else their company decides (R-tracker-3, R-tracker-4).
 */
export function judgeFor(view: Session, reach: CompanyReach | null): (rule: ApplicabilityRule) => Applicability {
  const seesAll = can(actorOf(view), 'compliance-items.list-unfiltered');
  return (rule) => (seesAll ? { outcome: 'applies' } : applies(rule, reach));
}

/** The reach of a company for its plan: without Premium "all states" is not every state (R-tracker-31). */
export function reachOf(view: Session, company: CompanyReachRow | null): CompanyReach | null {
  const onlyNamedStates = !can(actorOf(view), 'compliance-items.read-premium-values');
  return company && { ...toCompanyReach(company), onlyNamedStates };
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

const RequirementRow: z.ZodType<Requirement> = z.object({
  key: z.string(),
  is: z.array(z.string()).optional(),
  isNot: z.array(z.string()).optional(),
  answeredFor: z.enum(['company', 'establishment', 'item']),
  assumed: z.string(),
  assumeYesFrom: z.number().nullable(),
});

const ItemBesideCompany = z
  .object({
    own: z.boolean(),
    state: State,
    minEmployees: z.number(),
    maxEmployees: z.number(),
    conditions: z.array(RequirementRow),
    belowLimit: RequirementRow.nullable(),
    exclusion: Exclusion.nullable(),
    actId: Id,
    assigned: LinesBeside,
    days: ItemDaysRow,
    company: CompanyReachRow.nullable(),
  })
  .nullable();

const BesideSessionRow = z.object({ item: ItemBesideCompany });

/**
 * What an item asks for beside the company, as JSON; parameters in SQL. Null when there is no such item, or it is
 * another company's own.
 */
function itemBesideCompany({ workspace, item }: { workspace: string; item: string }): string {
  return `(
    select json_build_object(
      'own', item.workspace_id is not null,
      'state', item.state, 'minEmployees', item.min_employees, 'maxEmployees', item.max_employees,
      'actId', item.act_id, 'assigned', ${linesBeside(workspace, isAbout('item'))},
      'conditions', item.conditions, 'belowLimit', item.below_limit,
      'days', ${itemDaysBeside({ workspace, item })},
      'exclusion', (
        select json_build_object('until', until) from exclusions
        where workspace_id = ${workspace} and compliance_item_id = ${item}),
      'company', ${companyReach(workspace, item)})
    from compliance_items item
    where item.id = ${item} and (item.workspace_id is null or item.workspace_id = ${workspace}))`;
}

/** The statement for a view of somebody else. Parameters: $1 the workspace, $2 the item. */
const ITEM_BESIDE_COMPANY = {
  name: 'item-beside-company',
  text: `select ${itemBesideCompany({ workspace: '$1', item: '$2' })} as item`,
};

/** The same of the caller's own company, read with the session because every change of a workspace's records needs it. */
export const ITEM_BESIDE_SESSION: BesideSession = {
  name: 'item',
  columns: `${itemBesideCompany({ workspace: 'm.workspace_id', item: 'asked.id' })} as item`,
  askFor: ({ params }) => ItemOfPath.safeParse(params).data?.id ?? null,
};

const ItemOfPath = z.object({ id: Id });
