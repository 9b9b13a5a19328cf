import { randomUUIDv7 } from 'node:crypto';
import { assign } from '@anupalan/domain/assignments';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import type { WorkspaceId } from '../../../platform/postgres/workspace-id.ts';
import type { Acting } from '../../tracker/commands.ts';
import type { PastRecord } from '../new-record.ts';
import { SAID } from './said.ts';

/**
 * Stores records of different days that all have to be checked, as one batch: what waits for such a day, or was recorded
 * about single registration numbers, gives way to it as to a single one (R-checks-12).
 */
export async function addWaitingBatch(
  trx: Transaction<DB>,
  { view, by }: Acting,
  records: readonly PastRecord[],
  batchId: string,
): Promise<void> {
  const rows = records.map(({ itemId, day, recordId, status, note, noEvidenceReason, filing, lines, waits }) => {
    const { responsible, deputy, checker } = assign(lines);
    return {
      ...{ item: itemId, day, id: recordId, status, note, filing, responsible, deputy, checker },
      ...{ reason: noEvidenceReason || null, waits_for: waits?.checker ?? null, why: waits?.reason ?? null },
      entry: randomUUIDv7(),
    };
  });
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
    item uuid, day date, id uuid, status text, note text, filing jsonb, responsible uuid, deputy uuid, checker uuid,
    reason text, waits_for uuid, why text, entry uuid)`;
  // What waits already has to give way before something else waits for its day.
  await sql`
    insert into status_entries as entry
      (workspace_id, compliance_item_id, day, id, user_id, current_status, created_at, updated_at)
    select ${view.workspaceId}, item, day, entry, ${view.userId}, 'pending', statement_timestamp(), statement_timestamp()
    from ${given} order by item, day
    on conflict (workspace_id, compliance_item_id, day) do update set
      checking = null,
      lines = (select jsonb_object_agg(key, value - 'checking') from jsonb_each(entry.lines)),
      updated_at = greatest(clock_timestamp(), entry.updated_at + interval '1 microsecond')`.execute(trx);
  await sql`
    insert into checks (workspace_id, id, compliance_item_id, day, status, note, no_evidence_reason, filing, made_at,
      author_id, impersonator_id, in_name_of, responsible_id, deputy_id, checker_id, waits_for, reason, batch_id)
    select workspace_id, given.id, item, given.day, status, note, given.reason, nullif(filing, 'null'), updated_at,
      ${by.userId}, ${by.impersonatorId}::uuid, ${view.userId}, responsible, deputy, checker, waits_for, why, ${batchId}
    from ${given} join status_entries entry
      on (entry.workspace_id, entry.compliance_item_id, entry.day) = (${view.workspaceId}, given.item, given.day)`.execute(
    trx,
  );
  await sql`
    update status_entries entry set checking = ${SAID},
      updated_at = greatest(clock_timestamp(), entry.updated_at + interval '1 microsecond')
    from checks checked
    where checked.workspace_id = ${view.workspaceId} and checked.id = any(${records.map(({ recordId }) => recordId)})
      and (entry.workspace_id, entry.compliance_item_id, entry.day)
        = (checked.workspace_id, checked.compliance_item_id, checked.day)`.execute(trx);
}

/** Counts those of the records that wait to a batch. @returns how many these are */
export async function joinBatch(
  trx: Transaction<DB>,
  workspaceId: WorkspaceId,
  recordIds: readonly string[],
  batchId: string,
): Promise<number> {
  if (recordIds.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update checks set batch_id = ${batchId}
    where workspace_id = ${workspaceId} and id = any(${recordIds}::uuid[]) and outcome is null`.execute(trx);
  return Number(numAffectedRows ?? 0);
}
