import type { LawChange } from '@anupalan/contract/law/changes';
import type { Pagination } from '@anupalan/contract/wire/primitives';
import { hasState } from '@anupalan/domain/company-reach';
import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { pageOf } from '../../platform/postgres/pages.ts';
import { readCompanyOfViewer } from '../compliance-items/queries-workspace.ts';
import { isExcludedFor, judgeFor, reachOf } from '../tracker/require-item.ts';
import { presentChange } from './present.ts';

/** Changes are read this far back: an edition has some hundreds at most. */
const MOST = 2_000;

/** The newest changes, whomever they are about (R-law-13). */
export async function readNewestChanges(db: Db): Promise<LawChange[]> {
  const rows = await db
    .selectFrom('law_changes')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map(presentChange);
}

/**
 * A page of what changed for a company since it was made, newest first (R-law-12): what is about an item by whether that
 * may apply to it, everything else by its states. Without a company there is nothing.
 */
export async function readChangesOfCompany(
  db: Db,
  session: Session,
  { page, limit, today }: { page: number; limit: number; today: Temporal.PlainDate },
): Promise<{ data: LawChange[]; pagination: Pagination }> {
  const [{ company, exclusions }, rows] = await Promise.all([
    readCompanyOfViewer(db, session.workspaceId),
    readSince(db, session),
  ]);
  const reach = reachOf(session, company);
  const judge = judgeFor(session, reach);
  const isExcluded = isExcludedFor(session, today);
  const isMine = ({ change, rule }: (typeof rows)[number]) => {
    if (!rule) return reach !== null && hasState(change.state, reach);
    return judge(rule).outcome !== 'does-not-apply' && !isExcluded(exclusions.get(rule.id));
  };
  const mine = rows.filter(isMine).map(({ change }) => change);
  const offset = (page - 1) * limit;
  return { data: mine.slice(offset, offset + limit), pagination: pageOf({ page, limit }, mine.length) };
}

async function readSince(db: Db, { workspaceId }: Session) {
  const rows = await db
    .selectFrom('law_changes')
    .leftJoin('compliance_items as item', 'item.id', 'compliance_item_id')
    .innerJoin('companies', (join) =>
      join
        .on('companies.workspace_id', '=', workspaceId)
        .on('companies.confirmed', '=', true)
        .on(sql<boolean>`companies.created_at < law_changes.at`),
    )
    .selectAll('law_changes')
    .select(['item.id as itemId', 'item.state as itemState', 'min_employees', 'max_employees'])
    .select(['item.conditions', 'below_limit'])
    .orderBy('at', 'desc')
    .orderBy('law_changes.id', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ itemId, itemState, min_employees, max_employees, conditions, below_limit, ...row }) => ({
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
  }));
}
