import { NOTE } from '@anupalan/domain/statuses';
import type { Statement } from '../../platform/postgres/prepared-statement.ts';
import { RECORDS_A_DAY } from './new-record.ts';
import { readWritten } from './packed/statements.ts';
import { MOST_RECORDS, type Reader } from './statements.ts';

const DAY = '(workspace_id, compliance_item_id, day) = ($1, $2, $3)';

const RECORDED = 'workspace_id, compliance_item_id, day';

/** Whether nobody has changed the day's entry since the statement began, so that what it reads is the latest. */
const AS_READ = `status_entries.updated_at = (select updated_at from status_entries where ${DAY})`;

/**
 * The statement that adds a record about all registration numbers, whatever others do at the moment; no row when the day
 * has as many as it may.
 * Parameters: $1 the workspace, $2 the item, $3 the day; of the entry, if it is new, $4 its id, $5 whose it is; of the
 * record $6 its id, $7 its status, $8 its note, $9 who writes it, $10 the administrator who is really acting, $11 to $13
 * who is responsible, deputy and checker, $14 why there is no evidence.
 */
export const ADD: Statement = { name: 'add-record', text: `with ${addEntry('true')} ${addRecord()}` };

/**
 * The statements that add a record and read the item's entries in one round trip, for the commonest write. No row, and
 * nothing written, when the day has as many as it may or somebody else has just changed it: a statement doesn't see
 * what is committed while it runs. Parameters: as in {@link ADD}, $15 and $16 the first and the last day.
 */
export const ADD_AND_READ: Readonly<Record<Exclude<Reader, 'administrator'>, Statement>> = {
  free: { name: 'add-and-read-free', text: addAndRead("status <> 'NOTE'", MOST_RECORDS.free) },
  premium: { name: 'add-and-read-premium', text: addAndRead('true', MOST_RECORDS.premium) },
};

function addEntry(when: string): string {
  return `entry as (
    insert into status_entries
      (workspace_id, compliance_item_id, day, id, user_id, current_status, created_at, updated_at)
    values ($1, $2, $3, $4, $5, case when $7 = '${NOTE}' then 'pending' else $7 end,
      statement_timestamp(), statement_timestamp())
    on conflict (${RECORDED}) do update set
      current_status = case when $7 = '${NOTE}' then status_entries.current_status else $7 end,
      checking = case when $7 = '${NOTE}' then status_entries.checking end,
      lines = case when $7 = '${NOTE}' then status_entries.lines end,
      updated_at = greatest(statement_timestamp(), status_entries.updated_at + interval '1 microsecond')
    where (select count(*) from status_records where ${DAY}) < ${RECORDS_A_DAY} and ${when}
    returning *)`;
}

function addRecord(): string {
  return `
    insert into status_records
      (workspace_id, compliance_item_id, day, id, status, note, updated_by, impersonator_id,
       responsible_id, deputy_id, checker_id, no_evidence_reason, created_at, updated_at)
    select ${RECORDED}, $6, $7, $8, $9, $10, $11, $12, $13, $14, updated_at, updated_at from entry`;
}

function addAndRead(shown: string, most: number): string {
  const ofItem = 'workspace_id = $1 and compliance_item_id = $2';
  const those = {
    entries: `${ofItem} and day between $15 and $16 and day <> $3`,
    records: `${ofItem} and (day between $15 and $16 or day = $3)`,
    shown,
  };
  return `with ${addEntry(AS_READ)}, record as (${addRecord()} returning *) ${readWritten(those, most)}`;
}
