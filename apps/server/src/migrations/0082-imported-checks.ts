import { type Kysely, sql } from 'kysely';

/**
 * Marks the checks that a company brought along from a file: one that waits and is approved here joins the history as
 * imported, as what it says was recorded elsewhere at whatever time (R-company-files-8). Those that are there already were
 * made before the file was taken in, or say that they will be.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table checks add column imported boolean not null default false;
    comment on column checks.imported is 'whether it came from a company''s file: who and when is what that says';
    update checks made set imported = true
    from imported_companies brought
    where brought.workspace_id = made.workspace_id and (made.made_at < brought.imported_at or made.made_at > now());
  `.execute(db);
}
