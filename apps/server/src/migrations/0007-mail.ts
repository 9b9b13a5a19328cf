import { type Kysely, sql } from 'kysely';

/** The local mailbox: mail of a machine that sends none. (What waits for a mail server waits in the job queue.) */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table outgoing_mail (
      id uuid primary key,
      to_address text not null,
      subject text not null,
      text text not null,
      html text not null,
      sent_at timestamptz not null default now()
    );
    create index outgoing_mail_newest on outgoing_mail (sent_at desc, id desc);
    create index outgoing_mail_by_recipient on outgoing_mail (to_address, sent_at desc, id desc);
  `.execute(db);
}
