import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';

/**
 * Adds up the differences that writes to `users` leave in `user_tallies`, so that its rows stay few and counting users
 * stays quick (R-users-14).
 */
export async function foldUserTallies(db: Db): Promise<void> {
  await sql`
    with folded as (delete from user_tallies returning *)
    insert into user_tallies select role, status, sum(users) from folded group by role, status`.execute(db);
}
