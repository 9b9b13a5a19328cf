import type { Database } from '../apps/server/src/platform/postgres/database.ts';

/**
 * Has nothing sealed: who measures something else would measure the sealing of all that was seeded beside it, which
 * takes as long as the measurement. To be called before the server starts; a checkout from before the seals has none.
 */
export async function leaveUnsealed({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('sealing') is not null as there`);
  if (!rows[0]?.there) return;
  await pool.query(
    `update sealing set horizon = ${Number.MAX_SAFE_INTEGER}, sweeps_after = null,
       cluster = (select system_identifier::text from pg_control_system())`,
  );
}
