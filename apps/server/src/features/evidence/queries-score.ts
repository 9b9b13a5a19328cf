/**
 * The days of items, as SQL, that were done with evidence (R-evidence-15): a file stands at a record of them that says so
 * and was not put aside. Parameter: $1 the workspaces.
 */
export const PROVEN_DAYS = `
  select distinct record.workspace_id, record.compliance_item_id, record.day
  from (
    select workspace_id, subject_id as record_id from evidence
    where workspace_id = any($1) and subject_kind = 'record' and removed_at is null
    union all
    select file.workspace_id, inherited.record_id
    from evidence file join inherited_evidence inherited
      on (inherited.workspace_id, inherited.evidence_id) = (file.workspace_id, file.id)
    where file.workspace_id = any($1) and file.removed_at is null) file
    join status_records record on (record.workspace_id, record.id) = (file.workspace_id, file.record_id)
  where record.status = 'done' and record.counterpart is null`;

/** Whether a duty `duty` has a file that stands, as SQL. */
export const IS_PROVEN_DUTY = `exists (
  select from evidence file
  where file.workspace_id = duty.workspace_id and file.subject_id = duty.id and file.removed_at is null)`;
