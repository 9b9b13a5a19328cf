import { type Kysely, sql } from 'kysely';

/** A note that was deleted keeps the salt of its status, which shows that it was a note (decision 83). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    comment on column sealed_events.salts is
      'the salts of its contents, by their names; one that was removed has none, but the status of a deleted note';
  `.execute(db);
}
