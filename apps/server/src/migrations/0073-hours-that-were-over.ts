import { type Kysely, sql } from 'kysely';

/** When an hour was chosen, so that one that was over by then costs nobody the digest of that day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table message_preferences add column hour_set_at timestamptz;
    alter table message_defaults add column hour_set_at timestamptz;
    comment on column message_preferences.hour_set_at is
      'when its person chose this hour or left it to the company: what is over by then comes at the next full hour';
    comment on column message_defaults.hour_set_at is
      'when this hour was chosen: what is over by then comes at the next full hour';
  `.execute(db);
}
