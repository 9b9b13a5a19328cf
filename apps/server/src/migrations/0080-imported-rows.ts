import { type Kysely, sql } from 'kysely';

/**
 * Marks what a company brought along from a file, so that it is sealed and shown as imported (R-company-files-8). What
 * was taken in before is known by the transaction that wrote the company's *take-in* to the activity.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) {
    await sql`alter table ${sql.table(table)} add column imported boolean not null default false`.execute(db);
    await sql`
      comment on column ${sql.table(table)}.imported is 'whether it came from a company''s file: who and when is what that says'
    `.execute(db);
    const isAppendOnly = table === 'activity' || table === 'event_duty_records';
    if (isAppendOnly) await sql`alter table ${sql.table(table)} disable trigger append_only`.execute(db);
    await sql`
      update ${sql.table(table)} row set imported = true
      from activity taken
      where taken.workspace_id = row.workspace_id and taken.what = 'company-files.take-in' and taken.id <> row.id
        and exists (select from imported_companies brought where brought.workspace_id = row.workspace_id)
        and (row.written_in = taken.written_in ${table === 'evidence' ? ATTACHED_BEFORE : sql``})
    `.execute(db);
    if (isAppendOnly) await sql`alter table ${sql.table(table)} enable trigger append_only`.execute(db);
  }
  await sql`
    alter table evidence add column removal_imported boolean not null default false;
    comment on column evidence.removal_imported is 'the same of its removal, which may have been here';
    update evidence file set removal_imported = true from activity taken
    where file.imported and taken.workspace_id = file.workspace_id and taken.what = 'company-files.take-in'
      and file.removed_at <= taken.at;
  `.execute(db);
}

const TABLES = [
  'activity',
  'status_records',
  'event_duty_records',
  'payment_dates',
  'submission_dates',
  'evidence',
] as const;

/** Evidence that was removed since has the number of that transaction. */
const ATTACHED_BEFORE = sql`or row.removed_at > taken.at and row.attached_at <= taken.at`;
