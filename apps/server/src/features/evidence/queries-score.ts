/**
 * Whether a file `file` stands now, as SQL: it is neither removed nor replaced by a revision, nor was it found infected,
 * whereupon nobody gets it (R-evidence-12).
 */
export const IS_STANDING = `(file.removed_at is null and file.replaced_by is null
  and not exists (select from files bytes where bytes.id = file.file_id and bytes.verdict = 'infected'))`;

/**
 * The days of items, as SQL, that were done with evidence (R-evidence-15): a file stands at a record of them that says so,
 * was not put aside, and is the newest of its number. Parameter: $1 the workspaces.
 */
export const PROVEN_DAYS = `
  select distinct record.workspace_id, record.compliance_item_id, record.day
  from (
    select file.workspace_id, file.subject_id as record_id from evidence file
    where file.workspace_id = any($1) and file.subject_kind = 'record' and ${IS_STANDING}
    union all
    select file.workspace_id, inherited.record_id
    from evidence file join inherited_evidence inherited
      on (inherited.workspace_id, inherited.evidence_id) = (file.workspace_id, file.id)
    where file.workspace_id = any($1) and ${IS_STANDING}) standing
    join status_records record on (record.workspace_id, record.id) = (standing.workspace_id, standing.record_id)
  where record.status = 'done' and record.counterpart is null and not exists (
    select from status_records newer
    where (newer.workspace_id, newer.compliance_item_id, newer.day)
        = (record.workspace_id, record.compliance_item_id, record.day)
      and newer.status <> 'NOTE' and newer.counterpart is null
      and coalesce(newer.registration_id = record.registration_id, newer.registration_id is null)
      and (newer.created_at, newer.id) > (record.created_at, record.id))`;

/** Whether a duty `duty` has a file that stands, as SQL. */
export const IS_PROVEN_DUTY = `exists (
  select from evidence file
  where file.workspace_id = duty.workspace_id and file.subject_id = duty.id and ${IS_STANDING})`;

/**
 * Why a record `record` of a duty has no evidence, as SQL: what it says itself, else with which reason the last file of a
 * done was removed (R-evidence-7); null while a file stands (R-evidence-25). Records are sealed as they were made, so that
 * nothing is written into them.
 */
export const WHY_DUTY_HAS_NONE = `case
  when (record.no_evidence_reason is not null or record.status = 'done') and ${hasNone('record.workspace_id', 'record.duty_id')}
  then coalesce(record.no_evidence_reason, case when record.status = 'done'
    and not exists (
      select from event_duty_records note
      where note.workspace_id = record.workspace_id and note.takes_back = record.id)
    then ${lastRemoval('record.workspace_id', 'record.duty_id')} end) end`;

/** The same of a record `record` of an item. One that was approved is put aside when a file of it is removed. */
export const WHY_RECORD_HAS_NONE = `case
  when record.no_evidence_reason is not null then ${saidWhyNone('record.workspace_id')}
  when record.status = 'done' and record.counterpart is null and ${hasNone('record.workspace_id', 'record.id')}
    then ${lastRemoval('record.workspace_id', 'record.id')} end`;

/**
 * What a record `record`, or a check of one, says of why it has no evidence, as SQL; null where it says nothing, or a file
 * came later (R-evidence-25).
 * @param subject SQL of the id that its files stand at
 */
export function saidWhyNone(workspace: string, subject = 'record.id', record = 'record'): string {
  return `case when ${record}.no_evidence_reason is not null and ${hasNone(workspace, subject)}
    then ${record}.no_evidence_reason end`;
}

/**
 * How many files stand at a record or a duty, as SQL.
 * @param subject SQL of the id that they stand at
 */
export function countStanding(workspace: string, subject: string): string {
  return `(select count(*)::int from evidence file where ${filesOf(workspace, subject)} and ${IS_STANDING})`;
}

function hasNone(workspace: string, subject: string): string {
  return `not exists (select from evidence file where ${filesOf(workspace, subject)} and ${IS_STANDING})`;
}

function lastRemoval(workspace: string, subject: string): string {
  return `(select file.removed_reason from evidence file
    where ${filesOf(workspace, subject)} and file.removed_at > record.created_at
    order by file.removed_at desc limit 1)`;
}

/** The files of a record or a duty, by their ids: its own, and those of records that it took the place of. */
function filesOf(workspace: string, subject: string): string {
  return `file.workspace_id = ${workspace} and file.id in (
    select own.id from evidence own where own.workspace_id = ${workspace} and own.subject_id = ${subject}
    union all
    select inherited.evidence_id from inherited_evidence inherited
    where inherited.workspace_id = ${workspace} and inherited.record_id = ${subject})`;
}
