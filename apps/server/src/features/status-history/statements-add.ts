import { NOTE } from '@anupalan/domain/statuses';
import type { Statement } from '../../platform/postgres/prepared-statement.ts';
import { RECORDS_A_DAY } from './new-record.ts';

const OF_DAY = '(workspace_id, compliance_item_id, day) = ($1, $2, $3)';

/**
 * The statement that adds a record about all registration numbers. It adds no row when the day has as many as it may, or
 * when somebody else has changed the entry since the statement began: what they recorded is not counted then.
 * Parameters: $1 the workspace, $2 the item, $3 the day; of the entry, if it is new, $4 its id, $5 whose it is; of the
 * record $6 its id, $7 its status, $8 its note, $9 who writes it, $10 the administrator who is really acting, $11 to $13
 * who is responsible, deputy and checker, $14 why there is no evidence.
 */
export const ADD: Statement = {
  name: 'add-record',
  text: `
    with entry as (
      insert into status_entries
        (workspace_id, compliance_item_id, day, id, user_id, current_status, created_at, updated_at)
      values ($1, $2, $3, $4, $5, case when $7 = '${NOTE}' then 'pending' else $7 end,
        statement_timestamp(), statement_timestamp())
      on conflict (workspace_id, compliance_item_id, day) do update set
        current_status = case when $7 = '${NOTE}' then status_entries.current_status else $7 end,
        checking = case when $7 = '${NOTE}' then status_entries.checking end,
        lines = case when $7 = '${NOTE}' then status_entries.lines end,
        updated_at = greatest(statement_timestamp(), status_entries.updated_at + interval '1 microsecond')
      where (select count(*) from status_records where ${OF_DAY}) < ${RECORDS_A_DAY}
        and status_entries.updated_at = (select updated_at from status_entries where ${OF_DAY})
      returning *)
    insert into status_records
      (workspace_id, compliance_item_id, day, id, status, note, updated_by, impersonator_id,
       responsible_id, deputy_id, checker_id, no_evidence_reason, created_at, updated_at)
    select workspace_id, compliance_item_id, day, $6, $7, $8, $9, $10, $11, $12, $13, $14, updated_at, updated_at
    from entry`,
};
