import { type Kysely, sql } from 'kysely';

/** What became of each mail that answers what somebody did; messages, of which there are many, are rows of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_log (
      id uuid primary key,
      user_id uuid references users on delete cascade,
      subject text,
      address text,
      made_at timestamptz not null default now(),
      tried_at timestamptz not null default now(),
      state text not null check (state in ('waiting', 'sent', 'failed')),
      tries integer not null default 1,
      error text,
      check (user_id is not null or (subject is null and address is null))
    );
    create index mail_log_of_user on mail_log (user_id, made_at desc, id desc);
    create index mail_log_made_at on mail_log (made_at);
    create index mail_log_not_sent on mail_log (made_at desc, id desc) where state <> 'sent';
    comment on column mail_log.user_id is 'whose address it went to; null for strangers, of whom nothing is kept';
    comment on column mail_log.error is 'what the mail server answered last, without addresses';
  `.execute(db);
}
