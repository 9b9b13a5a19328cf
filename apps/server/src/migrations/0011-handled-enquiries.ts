import { type Kysely, sql } from 'kysely';

/** Contact messages and job postings are open or handled; whether somebody has only read one is not kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table contact_messages
      drop column read_at,
      add check (subject in ('general', 'support', 'billing', 'feedback', 'partnership', 'plan-change'));
    create index contact_messages_open on contact_messages (created_at desc, id desc) where handled_at is null;

    alter table job_postings drop column read_at;
    create index job_postings_open on job_postings (created_at desc, id desc) where handled_at is null;
  `.execute(db);
}
