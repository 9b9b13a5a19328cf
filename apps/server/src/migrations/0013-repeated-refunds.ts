import { type Kysely, sql } from 'kysely';

/** A refund that failed at the provider can be repeated; an order that is over may still be paid, and is asked about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column refund_attempt smallint not null default 0,
      add column refund_failed_at timestamptz check (refund_failed_at is null or status = 'refunded');
    comment on column orders.refund_attempt is 'how many refunds failed: the next one has another name at the provider';

    -- Those that were over long before are not asked about any more.
    update orders set checks = 26 where status = 'failed' and created_at < now() - interval '1 day';
    create index orders_failed_lately on orders (created_at) where status = 'failed' and checks < 26;
  `.execute(db);
}
