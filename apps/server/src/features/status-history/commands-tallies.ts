import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';

/** Adds up the differences that new and deleted entries leave in `item_tallies`, so that its rows stay few. */
export async function foldItemTallies(db: Db): Promise<void> {
  await sql`
    with folded as (delete from item_tallies returning *)
    insert into item_tallies
    select compliance_item_id, sum(entries) from folded group by compliance_item_id having sum(entries) <> 0`.execute(
    db,
  );
}
