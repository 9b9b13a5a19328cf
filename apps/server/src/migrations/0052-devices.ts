import { type Kysely, sql } from 'kysely';

/** Browsers that pushes go to; a browser is one person's, whoever of its users switched pushes on last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table devices (
      id uuid primary key,
      user_id uuid not null references users on delete cascade,
      endpoint text not null constraint devices_endpoint unique,
      p256dh bytea not null check (length(p256dh) = 65),
      auth bytea not null check (length(auth) = 16),
      name text not null,
      created_at timestamptz not null default now(),
      used_at timestamptz
    );
    create index devices_of_user on devices (user_id, created_at, id);
    comment on column devices.endpoint is 'the address at the browser''s push service: whoever has it and the keys can push';
    comment on column devices.p256dh is 'the browser''s public key, and with auth what only it can read is encrypted with';
    comment on column devices.used_at is 'when its push service last took a push';
  `.execute(db);
}
