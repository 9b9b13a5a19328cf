import { randomUUIDv7 } from 'node:crypto';
import { assign } from '@anupalan/domain/assignments';
import { NOTE } from '@anupalan/domain/statuses';
import { sql, type Transaction } from 'kysely';
import type { Session } from '../../identity/sessions.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { noteDutyChange, sayDutyAgain } from '../status-history/checks/commands-again-duties.ts';
import { recordEventActivity } from './commands-activity.ts';
import { settleDuty } from './commands-checked.ts';
import { type DutyRow, type EventRow, NOBODY } from './present.ts';
import { readLinesOfActs } from './queries.ts';
import { seenByOf } from './see-events.ts';

/** A duty with its event, which the caller has locked. */
interface LockedDuty {
  readonly event: EventRow;
  readonly duty: DutyRow;
}

/**
 * Lets the records of a duty wait again that were approved with a thing, which is one of its files, or the duty itself
 * where a file was added (R-evidence-9): called in that transaction, after it. A record that was approved is put aside by a
 * second one, as one that is taken back, and is said again unless something newer counts or waits.
 * @throws AppError conflict when nobody may check a record then
 */
export async function letDutyWaitAgain(
  trx: Transaction<DB>,
  session: Session,
  { event, duty }: LockedDuty,
  thingId: string,
): Promise<void> {
  const { workspaceId, userId, impersonatorId } = session;
  const acting = { view: session, by: session };
  await noteDutyChange(trx, acting, duty.id);
  const { rows } = await sql<{ id: string }>`select duty_records_standing_on(${workspaceId}, ${thingId}) as id`.execute(
    trx,
  );
  const lines = (await readLinesOfActs(trx, session))(duty.act_id);
  for (const { id } of rows) {
    const isOutdated = await hasNewer(trx, duty, id);
    await sql`
      insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, impersonator_id, created_at,
        takes_back)
      values (${workspaceId}, ${randomUUIDv7()}, ${duty.id}, ${NOTE}, '', ${userId}, ${impersonatorId},
        clock_timestamp(), ${id})`.execute(trx);
    if (isOutdated) continue;
    const former = await trx
      .selectFrom('checks')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (await sayDutyAgain(trx, acting, { former, lines })) continue;
    const { responsible, deputy, checker } = seenByOf(event) === null ? assign(lines) : NOBODY;
    await sql`
      insert into event_duty_records (workspace_id, id, duty_id, status, note, updated_by, impersonator_id,
        responsible_id, deputy_id, checker_id, no_evidence_reason, created_at, imported)
      select workspace_id, ${randomUUIDv7()}, duty_id, status, note, updated_by, impersonator_id, ${responsible}::uuid,
        ${deputy}::uuid, ${checker}::uuid, ${former.no_evidence_reason}, clock_timestamp(), imported
      from event_duty_records where workspace_id = ${workspaceId} and id = ${id}`.execute(trx);
  }
  if (rows.length === 0) return;
  await settleDuty(trx, { workspaceId, id: duty.id });
  await recordEventActivity(trx, session, event, { what: 'events.wait-again', fields: [duty.title] });
}

/** Whether something newer than a record of a duty counts, or waits for its check. */
async function hasNewer(trx: Transaction<DB>, { workspace_id, id }: DutyRow, recordId: string): Promise<boolean> {
  const { rows } = await sql`
    select from event_duty_records other
    where other.workspace_id = ${workspace_id} and other.duty_id = ${id} and other.takes_back is null
      and other.created_at > (
        select created_at from event_duty_records where workspace_id = ${workspace_id} and id = ${recordId})
      and not exists (
        select from event_duty_records note
        where note.workspace_id = ${workspace_id} and note.takes_back = other.id)
    union all
    select from checks where workspace_id = ${workspace_id} and duty_id = ${id} and outcome is null`.execute(trx);
  return rows.length > 0;
}
