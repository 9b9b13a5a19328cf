import type { CustomReminder, PaymentDate, SubmissionDate } from '@anupalan/contract/compliance-items';
import type { ApplicabilityRule, CompanyReach } from '@anupalan/domain/applicability';
import { ALL_STATES, type StateOrAll } from '@anupalan/domain/states';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Session } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Db } from '../../platform/postgres/database.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
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
  /** The number of all its status entries. */
  readonly statusEntries: number;
}

/** A company with the day from which it has each of its states. */
export interface TrackedCompany extends CompanyReach {
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
    since: Temporal.PlainDate.from(row.since),
    company: row.company && presentCompanyReach(row.company),
    customReminders: groupByItem(row.reminders, presentReminder),
    paymentDates: groupByItem(row.payment_dates, presentPaymentDate),
    submissionDates: groupByItem(row.submission_dates, presentSubmissionDate),
    statusEntries: row.status_entries,
  };
}

/** A reminder with the parts of its item that decide who sees it. */
interface ReminderOfItem extends ApplicabilityRule {
  readonly reminder: ReminderRow;
}

/** A user's own reminders of the items for which `isShown` holds, earliest first. */
export async function readOwnReminders(
  db: Db,
  { workspaceId, userId, member }: Pick<Session, 'workspaceId' | 'userId' | 'member'>,
  isShown: (rule: ApplicabilityRule) => boolean,
): Promise<CustomReminder[]> {
  const { rows } = await sql<ReminderOfItem>`
    select to_json(reminder) as reminder, state, min_employees as "minEmployees", max_employees as "maxEmployees"
    from custom_reminders reminder join compliance_items item on item.id = compliance_item_id
    where workspace_id = ${workspaceId} and user_id = ${userId}
      and (${member.scope?.acts ?? null}::uuid[] is null or act_id = any(${member.scope?.acts ?? null}::uuid[]))
    order by reminder_at, reminder.id`.execute(db);
  return rows.filter(isShown).map(({ reminder }) => presentReminder(reminder));
}

/** The day from which the company has a state, be it because it has all; null when it does not have it. */
export function stateSince(company: TrackedCompany | null, state: StateOrAll): Temporal.PlainDate | null {
  const since = [company?.statesSince.get(state), company?.statesSince.get(ALL_STATES)].filter(
    (day) => day !== undefined,
  );
  return since.sort(Temporal.PlainDate.compare)[0] ?? null;
}

interface WorkspaceRow {
  since: string;
  company: { employee_count: number; states: { state: StateOrAll; since: string }[] } | null;
  reminders: ReminderRow[];
  payment_dates: PaymentDateRow[];
  submission_dates: SubmissionDateRow[];
  status_entries: number;
}

/** The statement for every item. Parameter: $1 the workspace. */
const WORKSPACE = statementFor('workspace_id = $1');

/** The statement for one item. Parameters: $1 the workspace, $2 the item. */
const WORKSPACE_OF_ITEM = statementFor('workspace_id = $1 and compliance_item_id = $2');

function statementFor(tracked: string): string {
  const listOf = (table: string, order: string) =>
    `(select coalesce(json_agg(r order by ${order}), '[]') from ${table} r where ${tracked})`;
  return `
    select
      created_at::date as since,
      (select json_build_object('employee_count', employee_count, 'states', (
         select json_agg(s) from (
           select state, state_since::date as since
           union all
           select state, added_at::date from company_states where company_states.workspace_id = companies.workspace_id
         ) s))
       from companies where workspace_id = $1 and confirmed) as company,
      ${listOf('custom_reminders', 'reminder_at, id')} as reminders,
      ${listOf('payment_dates', 'day, id')} as payment_dates,
      ${listOf('submission_dates', 'day, id')} as submission_dates,
      (select coalesce(sum(entries), 0) from status_tallies where workspace_id = $1) as status_entries
    from workspaces where id = $1`;
}

function presentCompanyReach(company: NonNullable<WorkspaceRow['company']>): TrackedCompany {
  const statesSince = new Map(company.states.map(({ state, since }) => [state, Temporal.PlainDate.from(since)]));
  return { employeeCount: company.employee_count, states: [...statesSince.keys()], statesSince };
}

function groupByItem<Row extends { compliance_item_id: string }, T>(
  rows: readonly Row[],
  present: (row: Row) => T,
): Map<string, T[]> {
  const byItem = Map.groupBy(rows, (row) => row.compliance_item_id);
  return new Map([...byItem].map(([item, rowsOfItem]) => [item, rowsOfItem.map(present)]));
}
