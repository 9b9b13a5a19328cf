import { type Kysely, sql } from 'kysely';

/** Orders, the periods they buy, receipts, and the ledger from which all of it can be recomputed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
      end
    $$;

    create table orders (
      id uuid primary key,
      order_id text not null unique,
      workspace_id uuid references workspaces on delete set null,
      user_id uuid references users on delete set null,
      plan text not null check (plan in ('premium')),
      amount_paise bigint not null check (amount_paise > 0),
      currency text not null default 'INR' check (currency = 'INR'),
      provider text not null check (provider in ('cashfree', 'local')),
      provider_order_id text,
      payment_session_id text,
      status text not null default 'created' check (status in ('created', 'active', 'paid', 'failed', 'refunded')),
      created_at timestamptz not null default now(),
      paid_at timestamptz,
      granted_at timestamptz,
      refunded_at timestamptz,
      checked_at timestamptz,
      checks smallint not null default 0,
      updated_at timestamptz not null default now(),
      check (paid_at is not null or status not in ('paid', 'refunded'))
    );
    create index orders_by_workspace on orders (workspace_id, created_at desc);
    create index orders_by_user on orders (user_id);
    create index orders_open on orders (created_at) where status in ('created', 'active');
    -- A double click makes one order.
    create unique index orders_one_open_per_user on orders (user_id) where status in ('created', 'active');

    create table subscriptions (
      id uuid primary key,
      user_id uuid references users on delete set null,
      order_id uuid not null unique references orders,
      plan text not null check (plan in ('premium')),
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at > starts_at),
      ended_early_at timestamptz,
      created_at timestamptz not null default now()
    );
    create index subscriptions_by_user on subscriptions (user_id, ends_at desc);
    create index subscriptions_by_end on subscriptions (ends_at) where ended_early_at is null;

    create table receipts (
      number bigint primary key check (number > 0),
      order_id uuid not null unique references orders,
      issued_at timestamptz not null default now(),
      amount_paise bigint not null check (amount_paise > 0),
      seller jsonb not null,
      period_start timestamptz not null,
      period_end timestamptz not null
    );

    create table ledger (
      id uuid primary key,
      at timestamptz not null default clock_timestamp(),
      kind text not null,
      user_id uuid not null,
      actor_id uuid,
      order_id uuid,
      amount_paise bigint not null default 0,
      plan text,
      details jsonb not null default '{}'
    );
    create index ledger_by_user on ledger (user_id, at);
    create index ledger_by_order on ledger (order_id);
    create trigger append_only before update or delete on ledger
      for each row execute function refuse_change();
    create trigger append_only_truncate before truncate on ledger
      for each statement execute function refuse_change();
    create trigger append_only before update or delete on receipts
      for each row execute function refuse_change();
    create trigger append_only_truncate before truncate on receipts
      for each statement execute function refuse_change();
  `.execute(db);
}
