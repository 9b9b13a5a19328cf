import { type Kysely, sql } from 'kysely';

/** When a session last proved who uses it, and changes of e-mail addresses that can be stopped or undone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions add column authenticated_at timestamptz not null default now();
    update sessions set authenticated_at = created_at;
    comment on column sessions.authenticated_at is 'when the user of the session last proved who they are';

    create table email_changes (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      status text not null check (status in ('asked', 'replaced', 'stopped', 'done', 'undone')),
      old_email text not null check (old_email = lower(old_email)),
      new_email text not null check (new_email = lower(new_email)),
      stop_hash bytea unique,
      undo_hash bytea unique,
      password_hash text,
      asked_at timestamptz not null default now(),
      expires_at timestamptz not null,
      check (status <> 'done' or undo_hash is not null),
      check ((status = 'done') = (password_hash is not null))
    );
    create unique index email_changes_asked on email_changes (user_id) where status = 'asked';
    create index email_changes_by_user on email_changes (user_id);
    create index email_changes_reserved on email_changes (old_email) where status = 'done';
    create index email_changes_by_expiry on email_changes (expires_at);
    comment on column email_changes.stop_hash is 'SHA-256 of the token that stops a change that was asked for';
    comment on column email_changes.undo_hash is 'SHA-256 of the token that undoes a change that was made';
    comment on column email_changes.password_hash is 'the password that was in force when the change was made';
    comment on column email_changes.expires_at is 'until then it can be stopped, or undone and the old address is reserved';

    -- It runs after the row is written, and so after a wait for whoever just gave the address up: then it sees what they
    -- reserved. Its name is that of the unique key, because to whoever asks such an address is taken.
    create function refuse_reserved_email() returns trigger language plpgsql as $$
      begin
        if exists (
          select from email_changes
          where old_email = new.primary_email and status = 'done' and expires_at > now() and user_id <> new.id
        ) then
          raise exception 'the address is reserved' using errcode = '23505', constraint = 'users_primary_email_key';
        end if;
        return null;
      end
    $$;
    create trigger reserved_email after insert or update of primary_email, status on users
      for each row when (new.status <> 'pending') execute function refuse_reserved_email();
  `.execute(db);
}
