import type { ApplicabilityRule } from '@anupalan/domain/applicability';
import type { CompanyPlan } from '@anupalan/domain/members';
import { type Choices, type Preferences, preferencesIn } from '@anupalan/domain/telling/preferences';
import type { Pool } from 'pg';
import { BELONGING, type BelongingRow, IS_CURRENT, toBelonging } from '../../identity/members/membership.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import { FOR_ITS_COMPANY } from '../tracker/judged-items.ts';
import { seesAct, seesDay } from '../tracker/scope.ts';
import { choicesOf } from './queries-people.ts';

/** A reminder whose time comes. */
export interface DueReminder {
  readonly id: string;
  readonly userId: string;
  readonly workspaceId: WorkspaceId;
  readonly itemId: string;
  readonly at: Temporal.Instant;
}

/** The reminders between two moments of which no message was made, the earliest first; nobody acknowledged them. */
export async function listDueReminders(
  pool: Pool,
  { after, until, limit }: { after: Temporal.Instant; until: Temporal.Instant; limit: number },
): Promise<DueReminder[]> {
  const { rows } = await pool.query<DueRow>({ ...DUE, values: [`${after}`, `${until}`, limit] });
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    workspaceId: row.workspace_id,
    itemId: row.compliance_item_id,
    at: row.reminder_at.toTemporalInstant(),
  }));
}

interface DueRow {
  id: string;
  user_id: string;
  workspace_id: WorkspaceId;
  compliance_item_id: string;
  reminder_at: Date;
}

/** The key of a reminder's message, in SQL and in text. */
const KEY = "'custom:' || reminder.id";
export function keyOfReminder(id: string): string {
  return `custom:${id}`;
}

/** The statement of reminders. Parameters: $1 and $2 the moments, $3 how many. */
const DUE = {
  name: 'due-reminders',
  text: `
    select reminder.id, reminder.user_id, reminder.workspace_id, compliance_item_id, reminder_at
    from custom_reminders reminder
    where reminder_at > $1 and reminder_at <= $2 and acknowledged_at is null and reminder.user_id is not null
      and not exists (select from messages where key = ${KEY})
    order by reminder_at, reminder.id limit $3`,
};

/** A reminder as its mail tells of it, to somebody who still sees its item. */
export interface ReminderToWrite {
  readonly id: string;
  readonly workspaceId: WorkspaceId;
  readonly companyId: string;
  readonly companyName: string;
  readonly plan: CompanyPlan;
  readonly itemId: string;
  readonly title: string;
  readonly act: string;
  readonly isOwn: boolean;
  readonly rule: ApplicabilityRule;
  readonly at: Temporal.Instant;
}

/** Reminders that nobody acknowledged, of people who are still there and want to be reminded, by their ids. */
export async function readReminders(pool: Pool, ids: readonly string[]): Promise<ReminderToWrite[]> {
  const { rows } = await pool.query<ReminderRow>({ ...REMINDERS, values: [ids] });
  return rows.flatMap((row) => {
    const member = toBelonging(row);
    const at = row.reminder_at.toTemporalInstant();
    const { custom } = preferencesIn(row.chosen ?? undefined, row.usual ?? undefined).kinds;
    if (!custom || member.companyId === null || !seesAct(member, row.act_id) || !seesDay(member, `${at}`)) return [];
    return {
      id: row.id,
      workspaceId: member.workspaceId,
      companyId: member.companyId,
      companyName: row.company_name,
      plan: member.plan,
      itemId: row.item_id,
      title: row.title,
      act: row.act,
      isOwn: row.is_own,
      rule: row.is_own ? { id: row.item_id, ...FOR_ITS_COMPANY } : { ...row.rule, id: row.item_id },
      at,
    };
  });
}

interface ReminderRow extends BelongingRow {
  id: string;
  reminder_at: Date;
  company_name: string;
  item_id: string;
  act_id: string;
  title: string;
  act: string;
  is_own: boolean;
  rule: Omit<ApplicabilityRule, 'id'>;
  chosen: Choices | null;
  usual: Preferences | null;
}

/** The statement of reminders with their items and owners. Parameter: $1 their ids. */
const REMINDERS = {
  name: 'reminders-to-write',
  text: `
    select reminder.id, reminder_at, ${BELONGING}, company.company_name, item.id as item_id, item.act_id, item.title,
      act.name as act, item.workspace_id is not null as is_own,
      json_build_object('state', item.state, 'minEmployees', item.min_employees, 'maxEmployees', item.max_employees,
        'conditions', item.conditions, 'belowLimit', item.below_limit) as rule,
      ${choicesOf('own', 'user_id')} as chosen, ${choicesOf('usual', 'workspace_id')} as usual
    from custom_reminders reminder
      join memberships m on (m.workspace_id, m.user_id) = (reminder.workspace_id, reminder.user_id)
      join companies company on company.id = m.company_id
      join compliance_items item on item.id = reminder.compliance_item_id
      join acts act on act.id = item.act_id
      left join message_preferences own on own.user_id = m.user_id
      left join message_defaults usual on usual.workspace_id = m.workspace_id
    where reminder.id = any($1) and acknowledged_at is null and ended_reason is null and ${IS_CURRENT}
      and (m.frozen_from <= now()) is not true`,
};
