import { type Kysely, sql } from 'kysely';

/**
 * Addresses that a company wants to have called, and the calls. What happened is found afterwards in the tables that
 * have it anyway, so nothing that records something writes here; a call is made once for what it tells.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhooks (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      address text not null,
      events text[] not null check (events <> '{}'),
      secret bytea not null,
      former_secret bytea,
      former_until timestamptz,
      made_by uuid not null,
      since timestamptz not null default now(),
      looked_until timestamptz not null default now(),
      failures integer not null default 0 check (failures >= 0),
      failing_since timestamptz,
      off_at timestamptz,
      off_why text check (off_why in ('hand', 'failures')),
      due_at timestamptz,
      busy_until timestamptz,
      last_ms integer,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id),
      constraint webhooks_former_secret check ((former_secret is null) = (former_until is null)),
      constraint webhooks_failing check ((failures = 0) = (failing_since is null)),
      constraint webhooks_off check ((off_at is null) = (off_why is null))
    ) with (fillfactor = 70);
    create index webhooks_due on webhooks (due_at) where off_at is null and due_at is not null;
    comment on column webhooks.secret is 'the key of its signatures, which is needed to sign';
    comment on column webhooks.made_by is 'a user''s id, which stays when the user is erased: then the owner answers for it';
    comment on column webhooks.since is 'since when it is on: what happened before is not told';
    comment on column webhooks.looked_until is 'how far was looked for what happened';
    comment on column webhooks.due_at is 'when the next of its calls is made; null: none waits';
    comment on column webhooks.busy_until is 'some instance is calling it, until then at most';

    create table webhook_calls (
      workspace_id uuid not null,
      webhook_id uuid not null,
      id uuid not null,
      event_key text not null,
      event text not null,
      data jsonb not null check (jsonb_typeof(data) = 'object'),
      happened_at timestamptz not null,
      made_at timestamptz not null default now(),
      state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
      tries integer not null default 0 check (tries >= 0),
      due_at timestamptz,
      tried_at timestamptz,
      status integer,
      fault text,
      ms integer,
      answer text,
      primary key (workspace_id, id),
      constraint webhook_calls_once unique (workspace_id, webhook_id, event_key),
      constraint webhook_calls_due check ((state = 'waiting') = (due_at is not null)),
      foreign key (workspace_id, webhook_id) references webhooks on delete cascade
    );
    create index webhook_calls_waiting on webhook_calls (workspace_id, webhook_id, due_at, id) where state = 'waiting';
    create index webhook_calls_newest on webhook_calls (workspace_id, webhook_id, made_at desc, id desc);
    create index webhook_calls_failed on webhook_calls (made_at desc, id desc) where state = 'failed';
    create index webhook_calls_by_age on webhook_calls (made_at);
    comment on column webhook_calls.event_key is 'the row that the event was found in';
    comment on column webhook_calls.data is 'ids and days alone';
    comment on column webhook_calls.due_at is 'when it is tried next; the epoch for what somebody asked for: before all others';
    comment on column webhook_calls.answer is 'the beginning of the last answer';
  `.execute(db);
}
