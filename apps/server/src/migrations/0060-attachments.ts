import { type Kysely, sql } from 'kysely';

/** The local mailbox shows what goes with a mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outgoing_mail add column attachment jsonb;
    comment on column outgoing_mail.attachment is 'name, media type and bytes in Base64 of the file that goes with it';
  `.execute(db);
}
