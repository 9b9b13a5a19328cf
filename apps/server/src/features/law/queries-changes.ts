import type { LawChange } from '@anupalan/contract/law/changes';
import type { Pagination } from '@anupalan/contract/wire/primitives';
import { hasState } from '@anupalan/domain/company-reach';
import { covers } from '@anupalan/domain/due-days/extensions';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { pageOf } from '../../platform/postgres/pages.ts';
import { readCompanyOfViewer } from '../compliance-items/queries-workspace.ts';
import { isExcludedFor, judgeFor, reachOf } from '../tracker/require-item.ts';
import { presentChange } from './present.ts';
import { type ExtensionChange, readExtensionChanges } from './queries-extension-changes.ts';

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
 * may apply to it, everything else by its states, extensions by both. Without a company there is nothing.
 */
export async function readChangesOfCompany(
  db: Db,
  session: Session,
  { page, limit, today }: { page: number; limit: number; today: Temporal.PlainDate },
): Promise<{ data: LawChange[]; pagination: Pagination }> {
  const since = await readBeginning(db, session);
  if (since === null) return { data: [], pagination: pageOf({ page, limit }, 0) };
  const [{ company, exclusions }, rows] = await Promise.all([
    readCompanyOfViewer(db, session.workspaceId),
    readSince(db, since),
  ]);
  const reach = reachOf(session, company);
  const judge = judgeFor(session, reach);
  const isExcluded = isExcludedFor(session, today);
  const isMine = ({ change, rule, states }: (typeof rows)[number]) => {
    if (!rule) return reach !== null && hasState(change.state, reach);
    return (
      judge(rule).outcome !== 'does-not-apply' && !isExcluded(exclusions.get(rule.id)) && covers({ states }, reach)
    );
  };
  const mine = rows.filter(isMine).map(({ change }) => change);
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

async function readSince(db: Db, since: Date) {
  const [ofEditions, extensions] = await Promise.all([readEditionsSince(db, since), readExtensionChanges(db)]);
  const later = extensions.filter(({ change }) => new Date(change.at) > since);
  return [...ofEditions, ...later].sort((one, other) => newestFirst(one.change, other.change));
}

/** What editions changed; `rule` is null of what is about no item that is there. */
async function readEditionsSince(db: Db, since: Date) {
  const rows = await db
    .selectFrom('law_changes')
    .leftJoin('compliance_items as item', 'item.id', 'compliance_item_id')
    .where('law_changes.at', '>', since)
    .selectAll('law_changes')
    .select(['item.id as itemId', 'item.state as itemState', 'min_employees', 'max_employees'])
    .select(['item.conditions', 'below_limit'])
    .orderBy('at', 'desc')
    .orderBy('law_changes.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(
    ({
      itemId,
      itemState,
      min_employees,
      max_employees,
      conditions,
      below_limit,
      ...row
    }): Omit<ExtensionChange, 'rule'> & { rule: ExtensionChange['rule'] | null } => ({
      change: presentChange(row),
      rule:
        itemId === null || itemState === null
          ? null
          : {
              id: itemId,
              state: itemState,
              minEmployees: min_employees ?? 0,
              maxEmployees: max_employees ?? 0,
              conditions: conditions ?? [],
              belowLimit: below_limit,
            },
      states: [],
    }),
  );
}

function newestFirst(one: LawChange, other: LawChange): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  return one._id < other._id ? 1 : -1;
}
