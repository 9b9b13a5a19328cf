import { type Kysely, sql } from 'kysely';

/**
 * A status update writes less: records name an administrator behind them only while impersonating, so that nearly none
 * is in the index of those. Tallies change with every new entry: room on their pages keeps such changes out of their
 * index.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index status_records_by_impersonator;
    create index status_records_by_impersonator on status_records (impersonator_id) where impersonator_id is not null;
    alter table status_tallies set (fillfactor = 50);
  `.execute(db);
}
