import { type Kysely, sql } from 'kysely';

/**
 * Messages: what goes out to one person by one channel. A message is made once, whatever instances run (its key), and
 * waits until a delivery job has handed it over; its id is in the Message-ID, so that one which is handed over twice is
 * the same. Beside them: addresses that refused mail, and what a person or a company wants to be told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table messages (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      workspace_id uuid references workspaces on delete cascade,
      channel text not null check (channel in ('mail', 'push')),
      kind text not null check (kind <> ''),
      key text not null unique check (length(key) between 1 and 200),
      about jsonb not null default '{}' check (jsonb_typeof(about) = 'object'),
      made_at timestamptz not null default now(),
      send_after timestamptz not null,
      taken_until timestamptz,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'skipped', 'refused', 'failed')),
      subject text,
      address text,
      sent_at timestamptz,
      tries smallint not null default 0 check (tries >= 0),
      error text,
      check ((state = 'sent') = (sent_at is not null))
    );
    comment on column messages.workspace_id is 'null where it is about several companies, or none';
    comment on column messages.about is 'ids alone: what is said of them is read at the moment of sending';
    comment on column messages.send_after is 'when it is due; moved on to the next try when one failed';
    comment on column messages.taken_until is
      'until when a worker has it to itself, by the clock of the database; null when none has';
    comment on column messages.error is 'why it waits for another try, or was not sent';
    -- What has a minute of its own goes before what has an hour, of which there may be very many.
    create index messages_due on messages (channel, (kind in ('digest', 'monday')), send_after, id)
      where state = 'waiting';
    create index messages_of_user on messages (user_id, workspace_id, made_at desc, id desc);
    create index messages_of_workspace on messages (workspace_id) where workspace_id is not null;
    create index messages_gone_wrong on messages (made_at desc, id desc) where state in ('refused', 'failed');

    create table unreachable_addresses (
      user_id uuid primary key references users on delete cascade,
      address text not null,
      since timestamptz not null,
      error text not null
    );
    comment on table unreachable_addresses is
      'addresses that a mail server refused for good; one counts while it is the person''s e-mail';

    create table message_preferences (
      user_id uuid primary key references users on delete cascade,
      hour smallint check (hour between 6 and 22),
      digest boolean,
      monday boolean,
      custom boolean,
      escalation boolean
    );
    comment on table message_preferences is 'what a person chose to be told; null is left to the companies';

    create table message_defaults (
      workspace_id uuid primary key references workspaces on delete cascade,
      hour smallint not null check (hour between 6 and 22),
      digest boolean not null,
      monday boolean not null,
      custom boolean not null,
      escalation boolean not null
    );
    comment on table message_defaults is 'what the people of a company are told who chose nothing';

    create table planned_hours (
      day date not null,
      hour smallint not null check (hour between 6 and 22),
      planned_at timestamptz not null default now(),
      primary key (day, hour)
    );
    comment on table planned_hours is 'hours of days in India whose digests are made, so that a missed one is made up for';
    create index custom_reminders_due on custom_reminders (reminder_at) where acknowledged_at is null;

    create table instance_keys (
      name text primary key check (name <> ''),
      secret bytea not null
    );
    comment on table instance_keys is 'secrets that this installation made for itself, kept with its data';
  `.execute(db);
}
