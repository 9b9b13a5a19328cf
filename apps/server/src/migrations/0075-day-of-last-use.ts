import { type Kysely, sql } from 'kysely';

/**
 * The day on which a session was used last, by which the nightly clean-up finds what it deletes. An index of the moment
 * would be written with every use that is noted; this one is with the first of a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions add column last_used_on date not null
      generated always as ((last_used_at at time zone 'UTC')::date) stored;
    create index sessions_by_last_day on sessions (last_used_on);
    comment on column sessions.last_used_on is 'the day of the last use in UTC, which changes once a day at most';
  `.execute(db);
}
