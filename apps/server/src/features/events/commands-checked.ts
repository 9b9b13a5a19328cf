import { type Selectable, sql, type Transaction } from 'kysely';
import type { Checks, DB } from '../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../platform/postgres/workspace-id.ts';
import type { ActivityAuthor } from '../activity/commands.ts';
import type { CheckedRecords, Deed } from '../status-history/checks/checked-records.ts';
import type { CheckKey } from '../status-history/checks/commands-wait.ts';
import { SAID } from '../status-history/checks/said.ts';
import { recordEventActivity } from './commands-activity.ts';

/** Records of duties, which are kept in `event_duty_records` (R-events-24). */
export const OF_DUTIES: CheckedRecords = {
  lock: lockEventOf,
  join: joinHistory,
  settle: async (trx, key) => settleDuty(trx, { workspaceId: key.workspaceId, id: await readDutyId(trx, key) }),
  tell: tellActivity,
};

/** Locks the event of a record, as everybody does who records something of it. */
async function lockEventOf(trx: Transaction<DB>, { workspaceId, id }: CheckKey): Promise<boolean> {
  const { rows } = await sql`
    select from events event
      join event_duties duty on (duty.workspace_id, duty.event_id) = (event.workspace_id, event.id)
      join checks on (checks.workspace_id, checks.duty_id) = (duty.workspace_id, duty.id)
    where checks.workspace_id = ${workspaceId} and checks.id = ${id} for update of event`.execute(trx);
  return rows.length > 0;
}

async function joinHistory(trx: Transaction<DB>, { workspaceId, id }: CheckKey): Promise<void> {
  await sql`
    insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, impersonator_id,
      responsible_id, deputy_id, checker_id, checked_by, checked_at, check_note, check_instead,
      no_evidence_reason, filing, created_at, imported)
    select workspace_id, id, duty_id, status, note, author_id, impersonator_id,
      responsible_id, deputy_id, checker_id, decided_by, decided_at, decision, stands_in,
      no_evidence_reason, filing, made_at, imported
    from checks where workspace_id = ${workspaceId} and id = ${id}`.execute(trx);
}

async function readDutyId(trx: Transaction<DB>, { workspaceId, id }: CheckKey): Promise<string> {
  const { duty_id } = await trx
    .selectFrom('checks')
    .select('duty_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (duty_id === null) throw new Error('This record is of no duty');
  return duty_id;
}

const DONE = { approve: 'events.approve', return: 'events.return', 'take-back': 'events.take-back' } as const;

async function tellActivity(
  trx: Transaction<DB>,
  by: ActivityAuthor,
  { workspace_id, duty_id }: Selectable<Checks>,
  deed: Deed,
): Promise<void> {
  const duty = await trx
    .selectFrom('event_duties as duty')
    .innerJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'duty.workspace_id').onRef('event.id', '=', 'duty.event_id'),
    )
    .select(['event.label', 'event.definition', 'duty.title'])
    .where('duty.workspace_id', '=', workspace_id)
    .where('duty.id', '=', duty_id)
    .executeTakeFirstOrThrow();
  await recordEventActivity(trx, by, duty, { what: DONE[deed], fields: [duty.title] });
}

/** The statuses that settle a duty, as those of items. */
const SETTLED = sql`('done', 'not-to-do', 'not-applicable')`;

/**
 * Lets a duty say what its records come to: the newest that counts, since when it is done with, on which day
 * it was filed where one says so, and what waits for its
 * check or came back from it. Called after every change of them, under the lock of its event; a duty has few.
 */
export async function settleDuty(
  trx: Transaction<DB>,
  { workspaceId, id }: { workspaceId: WorkspaceId; id: string },
): Promise<void> {
  const ofDuty = sql`workspace_id = ${workspaceId} and duty_id = ${id}`;
  await sql`
    with counting as (
      select record.* from event_duty_records record
      where ${ofDuty} and takes_back is null and not exists (
        select from event_duty_records other
        where other.workspace_id = ${workspaceId} and other.takes_back = record.id)),
    settling as (
      select * from counting
      where status in ${SETTLED} and created_at > coalesce(
        (select max(created_at) from counting where status not in ${SETTLED}), '-infinity')),
    said as (
      select ${SAID} as said from checks checked
      where ${ofDuty} and outcome is distinct from 'taken-back'
        and not exists (select from counting where created_at > made_at)
      order by made_at desc, checked.id desc limit 1)
    update event_duties set
      recorded = (select status from counting order by created_at desc, id desc limit 1),
      settled_at = (select min(created_at) from settling),
      filed_on = (
        select left(filing ->> 'filedOn', 10)::date from settling
        where filing is not null order by created_at desc, id desc limit 1),
      checking = (select said from said)
    where workspace_id = ${workspaceId} and id = ${id}`.execute(trx);
}
