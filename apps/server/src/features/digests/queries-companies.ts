import type { Colleague } from '@anupalan/domain/assignments';
import { storedDay } from '@anupalan/domain/calendar-day';
import type { CompanyReach } from '@anupalan/domain/company-reach';
import type { CompanyPlan, MemberRole } from '@anupalan/domain/members';
import type { Role } from '@anupalan/domain/plans';
import type { Pool } from 'pg';
import { indianDay } from '../../platform/days/indian-day.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { trackIn } from '../compliance-items/queries.ts';
import { readTrackedWorkspaces, type TrackedWorkspace } from '../compliance-items/queries-workspace.ts';
import { toCompanyReach } from '../tracker/company-reach.ts';
import { type DaysColumns, type ItemDays, itemDaysOf } from '../tracker/item-days.ts';
import { indexLines, type LinesBeside, linesBeside } from '../tracker/queries-assignments.ts';

/** Somebody of a company who can be told something, with what decides whether they see complaints. */
export interface ToldColleague extends Colleague {
  readonly name: string;
  readonly platformRole: Role;
}

/** An obligation that a company keeps for itself, as it falls due. */
export interface OwnItem {
  readonly id: string;
  readonly title: string;
  readonly actId: string;
  readonly act: string;
  readonly since: string;
  readonly reminderDays: readonly number[];
  readonly days: ItemDays;
  /** The last day of the registration that it renews. */
  readonly until: Temporal.PlainDate | null;
}

/** A company with all that decides what its people are told, besides what was recorded. */
export interface ToldCompany {
  readonly workspaceId: WorkspaceId;
  readonly companyId: string;
  readonly name: string;
  readonly plan: CompanyPlan;
  readonly tracked: TrackedWorkspace;
  readonly reach: CompanyReach;
  readonly trackedFrom: ReturnType<typeof trackIn>;
  readonly people: readonly ToldColleague[];
  readonly linesOf: ReturnType<typeof indexLines>;
  /** Its own holidays, ISO days. */
  readonly holidays: ReadonlySet<string>;
  readonly ownItems: readonly OwnItem[];
}

/** Companies by their workspaces, read by three statements, whatever their number; those that are frozen are left out. */
export async function readToldCompanies(
  pool: Pool,
  workspaceIds: readonly WorkspaceId[],
  today: Temporal.PlainDate,
): Promise<ToldCompany[]> {
  const [tracked, { rows }, own] = await Promise.all([
    readTrackedWorkspaces(pool, workspaceIds),
    pool.query<CompanyRow>({ ...COMPANIES, values: [workspaceIds, `${today}`] }),
    pool.query<OwnRow>({ ...OWN_ITEMS, values: [workspaceIds] }),
  ]);
  const ownOf = Map.groupBy(own.rows, ({ workspace_id }) => workspace_id);
  return rows.flatMap((row) => {
    const workspace = tracked.get(row.id);
    if (!workspace?.company) return [];
    return {
      workspaceId: row.id,
      companyId: row.company_id,
      name: row.company_name,
      plan: row.plan,
      tracked: workspace,
      reach: { ...toCompanyReach(workspace.company.reach), onlyNamedStates: row.plan === 'free' },
      trackedFrom: trackIn(workspace),
      people: row.people,
      linesOf: indexLines(row.assigned),
      holidays: row.holidays === null ? NONE : new Set(row.holidays),
      ownItems: (ownOf.get(row.id) ?? []).map(presentOwnItem),
    };
  });
}

const NONE: ReadonlySet<string> = new Set();

function presentOwnItem({ id, title, act_id, act, since, reminder_days, until, ...days }: OwnRow): OwnItem {
  return {
    id,
    title,
    actId: act_id,
    act,
    since,
    reminderDays: reminder_days,
    days: itemDaysOf(days),
    until: until === null ? null : storedDay(until),
  };
}

interface CompanyRow {
  id: WorkspaceId;
  plan: CompanyPlan;
  company_id: string;
  company_name: string;
  people: { userId: string; role: MemberRole; isAway: boolean; name: string; platformRole: Role }[];
  holidays: string[] | null;
  assigned: LinesBeside;
}

/** The statement of companies with their people. Parameters: $1 the workspaces, $2 the day on which somebody is away. */
const COMPANIES = {
  name: 'told-companies',
  text: `
    select workspace.id, workspace.plan, company.id as company_id, company.company_name,
      (select coalesce(json_agg(json_build_object(
          'userId', m.user_id, 'role', m.role, 'platformRole', u.role,
          'name', full_name(u.first_name, u.last_name),
          'isAway', coalesce($2::date between u.away_from and u.away_to, false))), '[]')
        from memberships m join users u on u.id = m.user_id
        where m.workspace_id = workspace.id and m.role <> 'viewer') as people,
      (select json_agg(day) from holidays where workspace_id = workspace.id) as holidays,
      ${linesBeside('workspace.id', 'true')} as assigned
    from workspaces workspace join companies company on company.workspace_id = workspace.id
    where workspace.id = any($1) and company.confirmed and (workspace.frozen_from <= now()) is not true`,
};

interface OwnRow extends DaysColumns {
  workspace_id: WorkspaceId;
  id: string;
  title: string;
  act_id: string;
  act: string;
  since: string;
  reminder_days: number[];
  until: string | null;
}

/**
 * The statement of own obligations that fall due. A registration that was removed has nothing to be renewed.
 * Parameter: $1 the workspaces.
 */
const OWN_ITEMS = {
  name: 'told-own-items',
  text: `
    select item.workspace_id, item.id, title, act_id, act.name as act, due_date, frequency, due_date_description,
      exceptions, holiday_rule, basis, latest_after, reminder_days,
      ${indianDay('item.created_at')}::text as since, until_day::text as until
    from compliance_items item join acts act on act.id = act_id
      left join registrations registration
        on (registration.workspace_id, registration.id) = (item.workspace_id, item.registration_id)
    where item.workspace_id = any($1) and due_date is not null and frequency <> 'never' and ended_reason is null
      and (item.registration_id is null or (removed_at is null and until_day is not null))
    order by sr_no, item.id`,
};
