import { type Selectable, sql, type Transaction } from 'kysely';
import type { Checks, DB } from '../../../platform/postgres/database-schema.ts';
import { readDay } from '../../../platform/postgres/prepared-statement.ts';
import { recordActivity } from '../../activity/commands.ts';
import type { CheckedRecords } from './checked-records.ts';
import { type CheckKey, lockCheck, settleEntry } from './commands-wait.ts';

const TOLD = { approve: 'checks.approve', return: 'checks.return', 'take-back': 'status-history.take-back' } as const;

/** Records of items, which are kept in `status_records`. */
export const OF_ITEMS: CheckedRecords = {
  lock: lockCheck,
  join: joinHistory,
  settle: settleEntry,
  tell: (trx, by, check, deed) => recordActivity(trx, by, { what: TOLD[deed], about: describe(check) }),
};

function describe(check: Selectable<Checks>) {
  const { itemId, day } = dayOf(check);
  return { itemId, day: readDay(day), recordId: check.id, status: check.status };
}

/** The item and the day (ISO) of a record. */
export interface DayOfItem {
  readonly itemId: string;
  readonly day: string;
}

/** What a record of an item is about. */
export function dayOf({ compliance_item_id, day }: Pick<Selectable<Checks>, 'compliance_item_id' | 'day'>): DayOfItem {
  if (compliance_item_id === null || day === null) throw new Error('A record of an item has a day');
  return { itemId: compliance_item_id, day };
}

/** Whose data were erased meanwhile is no author of the record any more, like of every other. */
async function joinHistory(trx: Transaction<DB>, { workspaceId, id }: CheckKey): Promise<void> {
  await sql`
    insert into status_records (workspace_id, compliance_item_id, day, id, registration_id, status, note, updated_by,
      impersonator_id, responsible_id, deputy_id, checker_id, no_evidence_reason, filing, checked_by, checked_at,
      check_note, check_instead, created_at, updated_at, imported)
    select workspace_id, compliance_item_id, day, id, registration_id, status, note,
      (select users.id from users where users.id = author_id),
      (select users.id from users where users.id = impersonator_id),
      responsible_id, deputy_id, checker_id, no_evidence_reason, filing, decided_by, decided_at, decision, stands_in,
      made_at, made_at, imported
    from checks where workspace_id = ${workspaceId} and id = ${id}`.execute(trx);
}
