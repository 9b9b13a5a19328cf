import { type Kysely, sql } from 'kysely';

/** Seals of what no round had found, which the nightly search for it sealed: for administrators to see. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table seals add column found_late boolean not null default false;
    create index seals_found_late on seals (at desc, workspace_id, number) where found_late;
    comment on column seals.found_late is
      'whether what is in it was put in past the sealing, and found by the nightly search for that';
  `.execute(db);
}
