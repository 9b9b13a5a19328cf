import type { Establishment } from '@anupalan/contract/applicability/establishments';
import type { Fact } from '@anupalan/contract/applicability/facts';
import type { DoesNotApply } from '@anupalan/contract/applicability/items';
import { hasState } from '@anupalan/domain/company-reach';
import { NATURE } from '@anupalan/domain/conditions';
import { sql } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { Db } from '../../platform/postgres/database.ts';
import { readDay } from '../../platform/postgres/prepared-statement.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { readCompanyOfViewer } from '../compliance-items/queries-workspace.ts';
import { reachOf } from '../tracker/require-item.ts';
import { isOfSeenAct } from '../tracker/scope.ts';
import { type EstablishmentRow, presentEstablishment } from './present.ts';

/**
 * The establishments of the company, the one that follows the profile first (R-applicability-1); none without a company.
 */
export async function listEstablishments(db: Db, workspaceId: WorkspaceId): Promise<Establishment[]> {
  const { rows } = await sql<EstablishmentRow>`
    select coalesce(own.id, company.id) as id, coalesce(own.name, company.company_name) as name,
           coalesce(own.state, company.state) as state, coalesce(own.city, company.city) as city,
           coalesce(own.employee_count, company.employee_count) as employee_count, own.nature,
           coalesce(own.follows_profile, true) as follows_profile
    from companies company
      -- A company whose own one nobody changed has no row of it.
      left join (
        select * from establishments where workspace_id = ${workspaceId}
        union all
        select ${workspaceId}, null, true, null, null, null, null, null, null, null
        where not exists (select from establishments where workspace_id = ${workspaceId} and follows_profile)
      ) own on own.workspace_id = company.workspace_id
    where company.workspace_id = ${workspaceId} and company.confirmed
    order by own.follows_profile desc, own.created_at, own.id`.execute(db);
  return rows.map(presentEstablishment);
}

/**
 * The company's answers, what its establishments are included (R-applicability-4); those of an item where the reader
 * sees it.
 */
export async function listAnswers(db: Db, view: Session): Promise<Fact[]> {
  const { workspaceId } = view;
  const { rows } = await sql<Fact>`
    select key, establishment_id as "establishmentId", compliance_item_id as "itemId", title, answer
    from facts left join compliance_items item on item.id = compliance_item_id
      and (item.workspace_id is null or item.workspace_id = facts.workspace_id)
    where facts.workspace_id = ${workspaceId} and ${isOfSeenAct(view, sql`item.act_id`)}
    union all
    select ${NATURE}, id, null, null, nature from establishments where workspace_id = ${workspaceId} and nature is not null
    order by 1, 2, 3`.execute(db);
  return rows;
}

/** The questions that some obligation of the company's states asks; of no company, that any asks. */
export async function listAskedKeys(db: Db, view: Session): Promise<Set<string>> {
  const [{ company }, items] = await Promise.all([
    readCompanyOfViewer(db, view.workspaceId),
    db
      .selectFrom('compliance_items')
      .select(['state', 'conditions', 'below_limit'])
      // Obligations of companies' own ask nothing, and those of others are none of this one's.
      .where('workspace_id', 'is', null)
      .execute(),
  ]);
  const reach = reachOf(view, company);
  const there = items.filter(({ state }) => reach === null || hasState(state, reach));
  const asked = there.flatMap(({ conditions, below_limit }) => [...conditions, ...(below_limit ? [below_limit] : [])]);
  return new Set(asked.map(({ key }) => key));
}

/** What the company says does not apply to it on a day, as far as the reader sees it, newest first (R-applicability-8). */
export async function listExclusions(db: Db, view: Session, today: Temporal.PlainDate): Promise<DoesNotApply[]> {
  const rows = await db
    .selectFrom('exclusions')
    .innerJoin('compliance_items', 'compliance_items.id', 'compliance_item_id')
    .select(['compliance_item_id', 'act_id', 'title', 'state', 'reason', 'until', 'excluded_by'])
    .select('exclusions.created_at')
    .where('exclusions.workspace_id', '=', view.workspaceId)
    .where(isOfSeenAct(view, sql`act_id`))
    .where((where) => where.or([where('until', 'is', null), where('until', '>=', today.toString())]))
    .orderBy('exclusions.created_at', 'desc')
    .orderBy('compliance_item_id')
    .execute();
  return rows.map((row) => ({
    _id: row.compliance_item_id,
    actId: row.act_id,
    title: row.title,
    state: row.state,
    reason: row.reason,
    until: row.until === null ? null : readDay(row.until),
    excludedBy: row.excluded_by,
    createdAt: row.created_at.toISOString(),
  }));
}
