import { type Kysely, sql } from 'kysely';

/** What holds payments to "once" and "without a gap", whoever races; and the local gateway's side of the counter. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Each of these happens to an order once, whatever the program believes.
    create unique index ledger_once_an_order on ledger (order_id, kind) where order_id is not null;

    create index orders_paid_unused on orders (created_at) where status = 'paid' and granted_at is null;

    create table receipt_counter (
      only_row boolean primary key default true check (only_row),
      last_number bigint not null check (last_number >= 0)
    );
    comment on table receipt_counter is
      'a sequence would lose the number of a transaction that fails; this row waits for it';
    insert into receipt_counter (last_number) select coalesce(max(number), 0) from receipts;

    create table subscription_reminders (
      subscription_id uuid not null references subscriptions on delete cascade,
      days_before smallint not null,
      sent_at timestamptz not null,
      primary key (subscription_id, days_before)
    );

    create table local_payments (
      session_id text primary key,
      order_id text not null unique,
      amount_paise bigint not null check (amount_paise > 0),
      currency text not null,
      return_url text not null,
      status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAID', 'FAILED')),
      expires_at timestamptz not null,
      refund_id text
    );
    comment on table local_payments is 'what the local gateway, which stands in for a payment provider, knows';
  `.execute(db);
}
