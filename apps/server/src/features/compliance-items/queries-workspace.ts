import type { CustomReminder, PaymentDate, SubmissionDate } from '@anupalan/contract/compliance-items';
import type { ApplicabilityRule } from '@anupalan/domain/applicability';
import { storedDay } from '@anupalan/domain/calendar-day';
import { ALL_STATES, type StateOrAll } from '@anupalan/domain/states';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Session } from '../../identity/sessions.ts';
import { indianDay } from '../../platform/days/indian-day.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { boundReach, type CompanyReachRow, companyReach } from '../tracker/company-reach.ts';
import { type Exclusion, exclusionsOf } from '../tracker/company-settings.ts';
import { type CompanyDays, type CompanyDaysRow, companyDaysOf, presentCompanyDays } from '../tracker/item-days.ts';
import { FOR_ITS_COMPANY } from '../tracker/judged-items.ts';
import { indexLines, type LinesBeside, linesBeside } from '../tracker/queries-assignments.ts';
import { isOfSeenAct, seesDay } from '../tracker/scope.ts';
import type { OwnItemRow } from './own/present-items.ts';
import {
  type PaymentDateRow,
  presentPaymentDate,
  presentReminder,
  presentSubmissionDate,
  type ReminderRow,
  type SubmissionDateRow,
} from './present-workspace.ts';

/** A workspace with all that the compliance table needs of it; the lists are by item. */
export interface Workspace {
  readonly since: Temporal.PlainDate;
  readonly company: TrackedCompany | null;
  readonly customReminders: ReadonlyMap<string, CustomReminder[]>;
  readonly paymentDates: ReadonlyMap<string, PaymentDate[]>;
  readonly submissionDates: ReadonlyMap<string, SubmissionDate[]>;
  /** Its own items; none where a single item of whatever kind was asked for. */
  readonly ownItems: readonly OwnItemRow[];
  /** The items of which the company says that they do not apply to it. */
  readonly exclusions: ReadonlyMap<string, Exclusion>;
  /** What it has of its own about days. */
  readonly days: CompanyDays;
  /** Its own holidays, ISO days in order. */
  readonly holidays: readonly string[];
  /** The number of all its status entries. */
  readonly statusEntries: number;
  /** What was set about who is responsible, deputy and checker of an item. */
  readonly linesOf: ReturnType<typeof indexLines>;
}

/** A company with the day from which it has each of its states. */
export interface TrackedCompany {
  readonly reach: CompanyReachRow;
  readonly statesSince: ReadonlyMap<StateOrAll, Temporal.PlainDate>;
}

/**
 * The workspace with the lists of every item, or of one only.
 * @throws AppError not-found when the workspace was deleted meanwhile.
 */
export async function readWorkspace(pool: Pool, workspaceId: WorkspaceId, itemId?: string): Promise<Workspace> {
  const { rows } = await pool.query<WorkspaceRow>(
    itemId === undefined
      ? { name: 'workspace', text: WORKSPACE, values: [workspaceId] }
      : { name: 'workspace-of-item', text: WORKSPACE_OF_ITEM, values: [workspaceId, itemId] },
  );
  const row = rows[0];
  if (!row) throw new AppError('not-found', 'User not found');
  return {
    ...presentTracked(row),
    customReminders: groupByItem(row.reminders, presentReminder),
    paymentDates: groupByItem(row.payment_dates, presentPaymentDate),
    submissionDates: groupByItem(row.submission_dates, presentSubmissionDate),
    ownItems: row.own_items,
    holidays: row.holidays ?? NO_HOLIDAYS,
    statusEntries: row.status_entries,
    linesOf: indexLines(row.assigned),
  };
}

const NO_HOLIDAYS: readonly string[] = [];

/** What {@link readWorkspace} reads of a workspace without its lists. */
export type TrackedWorkspace = Pick<Workspace, 'since' | 'company' | 'exclusions' | 'days'>;

/** Several workspaces without their lists, by their ids. */
export async function readTrackedWorkspaces(
  pool: Pool,
  workspaceIds: readonly WorkspaceId[],
): Promise<ReadonlyMap<WorkspaceId, TrackedWorkspace>> {
  const { rows } = await pool.query<TrackedRow & { id: WorkspaceId }>({
    name: 'tracked-workspaces',
    text: `select id, ${TRACKED_BY} from workspaces where id = any($1)`,
    values: [workspaceIds],
  });
  return new Map(rows.map((row) => [row.id, presentTracked(row)]));
}

function presentTracked(row: TrackedRow): TrackedWorkspace {
  return {
    since: storedDay(row.since),
    company: row.company && presentCompany(row.company, row.states_since ?? []),
    exclusions: presentExclusions(row.exclusions),
    days: presentCompanyDays(row),
  };
}

function presentExclusions(exclusions: TrackedRow['exclusions']): Workspace['exclusions'] {
  return new Map((exclusions ?? []).map(({ item, until }) => [item, { until }]));
}

/** A company with what decides about each item; `exclusions` as in {@link Workspace}. */
export interface CompanyOfViewer {
  readonly company: CompanyReachRow | null;
  readonly exclusions: ReadonlyMap<string, Exclusion>;
}

/** What decides which items a workspace has, for reads that need nothing else of it. */
export async function readCompanyOfViewer(db: Db, workspaceId: WorkspaceId): Promise<CompanyOfViewer> {
  const { rows } = await sql<Pick<WorkspaceRow, 'company' | 'exclusions'>>`
    select ${sql.raw(companyReach('workspaces.id'))} as company, ${sql.raw(exclusionsOf('workspaces.id'))} as exclusions
    from workspaces where id = ${workspaceId}`.execute(db);
  const { company = null, exclusions = null } = rows[0] ?? {};
  return { company, exclusions: presentExclusions(exclusions) };
}

/** A reminder with the parts of its item that decide who sees it. */
interface ReminderOfItem extends ApplicabilityRule {
  readonly id: string;
  readonly reminder: ReminderRow;
  /** Whether the item is the company's own. */
  readonly own: boolean;
}

/** A user's own reminders of the items for which `isShown` holds, earliest first. */
export async function readOwnReminders(
  db: Db,
  view: Session,
  isShown: (rule: ApplicabilityRule & { id: string }) => boolean,
): Promise<CustomReminder[]> {
  const { rows } = await sql<ReminderOfItem>`
    select to_json(reminder) as reminder, item.workspace_id is not null as own, item.id, state, min_employees as "minEmployees",
           max_employees as "maxEmployees", conditions, below_limit as "belowLimit"
    from custom_reminders reminder join compliance_items item on item.id = compliance_item_id
    where reminder.workspace_id = ${view.workspaceId} and user_id = ${view.userId}
      and ${isOfSeenAct(view, sql`act_id`)}
    order by reminder_at, reminder.id`.execute(db);
  const ruleOf = ({ own, ...row }: ReminderOfItem) => (own ? { ...row, ...FOR_ITS_COMPANY } : row);
  const shown = rows.filter((row) => isShown(ruleOf(row))).map(({ reminder }) => presentReminder(reminder));
  return shown.filter(({ reminderDate }) => seesDay(view, reminderDate));
}

/** The day from which the company has a state, be it because it has all; null when it does not have it. */
export function stateSince(company: TrackedCompany | null, state: StateOrAll): Temporal.PlainDate | null {
  const since = [company?.statesSince.get(state), company?.statesSince.get(ALL_STATES)].filter(
    (day) => day !== undefined,
  );
  return since.sort(Temporal.PlainDate.compare)[0] ?? null;
}

interface TrackedRow extends CompanyDaysRow {
  since: string;
  company: CompanyReachRow | null;
  states_since: { state: StateOrAll; since: string }[] | null;
  exclusions: { item: string; until: string | null }[] | null;
}

interface WorkspaceRow extends TrackedRow {
  reminders: ReminderRow[];
  payment_dates: PaymentDateRow[];
  submission_dates: SubmissionDateRow[];
  own_items: OwnItemRow[];
  holidays: string[] | null;
  status_entries: number;
  assigned: LinesBeside;
}

/**
 * A workspace's own items with their values, as SQL. A registration that was removed, or does not expire any more, has
 * nothing to be renewed. Parameter: $1 the workspace.
 */
const OWN_ITEMS = `(
  select coalesce(json_agg(own order by sr_no, id), '[]') from (
    select item.*, (
      select json_agg(value) from compliance_values value where compliance_item_id = item.id) as field_values
    from compliance_items item left join registrations registration
      on (registration.workspace_id, registration.id) = (item.workspace_id, item.registration_id)
    where item.workspace_id = $1
      and (item.registration_id is null or (removed_at is null and until_day is not null))) own)`;

/** What decides which items a workspace has and from when it answers for them. */
const TRACKED_BY = `
      ${indianDay('created_at')} as since,
      ${companyReach('workspaces.id')} as company,
      (select json_agg(s) from (
         select state, ${indianDay('state_since')} as since from companies where workspace_id = workspaces.id and confirmed
         union all
         select state, ${indianDay('added_at')} from company_states where workspace_id = workspaces.id) s) as states_since,
      ${exclusionsOf('workspaces.id')} as exclusions,
      ${companyDaysOf('workspaces.id')}`;

/** The statement for every item. Parameter: $1 the workspace. */
const WORKSPACE = statementFor('workspace_id = $1', OWN_ITEMS);

/** The statement for one item. Parameters: $1 the workspace, $2 the item. */
const WORKSPACE_OF_ITEM = statementFor('workspace_id = $1 and compliance_item_id = $2', `'[]'::json`);

function statementFor(tracked: string, ownItems: string): string {
  const listOf = (table: string, order: string) =>
    `(select coalesce(json_agg(r order by ${order}), '[]') from ${table} r where ${tracked})`;
  return `
    select
      ${TRACKED_BY},
      ${listOf('custom_reminders', 'reminder_at, id')} as reminders,
      ${listOf('payment_dates', 'day, id')} as payment_dates,
      ${listOf('submission_dates', 'day, id')} as submission_dates,
      ${ownItems} as own_items,
      (select json_agg(day order by day) from holidays where workspace_id = $1) as holidays,
      (select coalesce(sum(entries), 0) from status_tallies where workspace_id = $1) as status_entries,
      ${linesBeside('$1', 'true')} as assigned
    from workspaces where id = $1`;
}

function presentCompany(
  reach: CompanyReachRow,
  states: readonly { state: StateOrAll; since: string }[],
): TrackedCompany {
  return {
    reach: boundReach(reach),
    statesSince: new Map(states.map(({ state, since }) => [state, storedDay(since)])),
  };
}

function groupByItem<Row extends { compliance_item_id: string }, T>(
  rows: readonly Row[],
  present: (row: Row) => T,
): Map<string, T[]> {
  const byItem = Map.groupBy(rows, (row) => row.compliance_item_id);
  return new Map([...byItem].map(([item, rowsOfItem]) => [item, rowsOfItem.map(present)]));
}
