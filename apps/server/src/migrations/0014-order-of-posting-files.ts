import { type Kysely, sql } from 'kysely';

/** The files of a job posting keep the order in which they were chosen, which ids of one millisecond don't have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table job_posting_files add column position smallint;
    update job_posting_files set position = numbered.position
    from (
      select id, row_number() over (partition by job_posting_id order by id) - 1 as position
      from job_posting_files
    ) as numbered
    where job_posting_files.id = numbered.id;
    alter table job_posting_files
      alter column position set not null,
      add unique (job_posting_id, position);
    drop index job_posting_files_by_posting;
  `.execute(db);
}
