import { type Kysely, sql } from 'kysely';

/**
 * A record is taken back by a second one, a note, and both name each other: so either says for itself, wherever it is
 * read, that it counts for nothing (R-statuses-18).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table status_records add column counterpart uuid;
    comment on column status_records.counterpart is
      'of a status that was taken back: the note that did so; of such a note: the status that it takes back';
  `.execute(db);
}
