import type { LawChange } from '@anupalan/contract/law/changes';
import type { Pagination } from '@anupalan/contract/wire/primitives';
import { hasState } from '@anupalan/domain/company-reach';
import { covers } from '@anupalan/domain/due-days/extensions';
import { can } from '@anupalan/domain/permissions';
import { ALL_STATES, type State, type StateOrAll } from '@anupalan/domain/states';
import { sql } from 'kysely';
import { actorOf, type Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { pageOf } from '../../platform/postgres/pages.ts';
import { readCompanyOfViewer } from '../compliance-items/queries-workspace.ts';
import { type Reach, reachOfItem } from '../law-changes/item-of-law.ts';
import { isExcludedFor, judgeFor, reachOf } from '../tracker/require-item.ts';
import { presentChange } from './present.ts';
import { readExtensionChanges } from './queries-extension-changes.ts';
import { tellCompany } from './tell-company.ts';

/** Changes are read this far back: an edition has some hundreds at most. */
const MOST = 2_000;

/** Changes that the feed has. */
const MOST_IN_FEED = 200;

/** The newest changes, whomever they are about (R-law-13). */
export async function readNewestChanges(db: Db): Promise<LawChange[]> {
  const [rows, extensions] = await Promise.all([
    db.selectFrom('law_changes').selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(MOST_IN_FEED).execute(),
    readExtensionChanges(db),
  ]);
  const changes = [...rows.map(presentChange), ...extensions.map(({ change }) => change)];
  return changes.sort(newestFirst).slice(0, MOST_IN_FEED);
}

/**
 * A page of what changed for a company since it was made, newest first (R-law-13): what is about an item by whether that
 * applied or may apply to it, as what the change is for it (R-law-17); everything else by its states, extensions by both. Without a company there is nothing.
 */
export async function readChangesOfCompany(
  db: Db,
  session: Session,
  { page, limit, today }: { page: number; limit: number; today: Temporal.PlainDate },
): Promise<{ data: LawChange[]; pagination: Pagination }> {
  const since = await readBeginning(db, session);
  if (since === null) return { data: [], pagination: pageOf({ page, limit }, 0) };
  const { company, exclusions } = await readCompanyOfViewer(db, session.workspaceId);
  const reach = reachOf(session, company);
  const judge = judgeFor(session, reach);
  const seesAll = can(actorOf(session), 'compliance-items.list-unfiltered');
  const states = reach?.states ?? [];
  const rows = await readSince(db, { since, states: seesAll || states.includes(ALL_STATES) ? null : states });
  const isExcluded = isExcludedFor(session, today);
  const tell = ({ change, item, states }: Kept): LawChange[] => {
    if (!item) return reach !== null && hasState(change.state, reach) ? [change] : [];
    if (!covers({ states }, reach) || isExcluded(exclusions.get(item.id ?? ''))) return [];
    if (seesAll) return [change];
    const outcomeOf = (rule: Reach | null) => rule && judge({ ...rule, ...(item.id && { id: item.id }) }).outcome;
    const told = tellCompany(change.change, { was: outcomeOf(item.was), now: outcomeOf(item.now) });
    return told === null ? [] : [{ ...change, change: told }];
  };
  const mine = rows.flatMap(tell);
  const offset = (page - 1) * limit;
  return { data: mine.slice(offset, offset + limit), pagination: pageOf({ page, limit }, mine.length) };
}

/** When the company was made; null while there is none. */
async function readBeginning(db: Db, { workspaceId }: Session): Promise<Date | null> {
  const company = await db
    .selectFrom('companies')
    .select('created_at')
    .where('workspace_id', '=', workspaceId)
    .where('confirmed', '=', true)
    .executeTakeFirst();
  return company?.created_at ?? null;
}

/** A change with what decides for whom it is. */
interface Kept {
  readonly change: LawChange;
  /** Whom its item was and is for; `id` is null of one that is gone. Null of what goes by the state alone. */
  readonly item: { readonly id: string | null; readonly was: Reach | null; readonly now: Reach | null } | null;
  /** The states of an extension, none is all. */
  readonly states: readonly State[];
}

/** The changes after a moment, of all of India and of some states; null of all. */
interface Asked {
  readonly since: Date;
  readonly states: readonly StateOrAll[] | null;
}

async function readSince(db: Db, asked: Asked): Promise<Kept[]> {
  const { since } = asked;
  const [ofEditions, extensions] = await Promise.all([readChangesSince(db, asked), readExtensionChanges(db)]);
  const later = extensions
    .filter(({ change }) => new Date(change.at) > since)
    .map(({ change, rule, states }) => ({ change, states, item: { id: rule.id, was: rule, now: rule } }));
  return [...ofEditions, ...later].sort((one, other) => newestFirst(one.change, other.change));
}

type ReachColumns = Parameters<typeof reachOfItem>[0];

/** What editions and administrators changed; what was kept without whom it is for goes by its item as it is now. */
async function readChangesSince(db: Db, { since, states }: Asked): Promise<Kept[]> {
  const rows = await db
    .selectFrom('law_changes')
    .leftJoin('compliance_items as item', 'item.id', 'compliance_item_id')
    .where('law_changes.at', '>', since)
    // What other states hear of is many, where an administrator brings in a list: it would push out what is for these.
    .where(isOfStates(states))
    .selectAll('law_changes')
    .select(
      sql<ReachColumns | null>`case when item.id is not null then jsonb_build_object(
      'state', item.state, 'min_employees', min_employees, 'max_employees', max_employees,
      'conditions', item.conditions, 'below_limit', below_limit) end`.as('item'),
    )
    .orderBy('at', 'desc')
    .orderBy('law_changes.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ item, ...row }) => {
    const { compliance_item_id: id, reach_was: was, reach_now: now } = row;
    const isKept = was !== null || now !== null;
    const current = item && reachOfItem(item);
    return {
      change: presentChange(row),
      item: isKept ? { id, was, now } : current && { id, was: current, now: current },
      states: [],
    };
  });
}

function newestFirst(one: LawChange, other: LawChange): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  return one._id < other._id ? 1 : -1;
}

/** Whether a change is about some states, or about all of India: by itself, or by whom its obligation was or is for. */
function isOfStates(states: readonly StateOrAll[] | null) {
  if (states === null) return sql<boolean>`true`;
  const all = [ALL_STATES, ...states];
  return sql<boolean>`(law_changes.state = any(${all}::text[]) or item.state = any(${all}::text[])
    or reach_was ->> 'state' = any(${all}::text[]) or reach_now ->> 'state' = any(${all}::text[]))`;
}
