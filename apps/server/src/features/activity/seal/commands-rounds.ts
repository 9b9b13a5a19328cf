import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { sealBatch } from './commands.ts';
import type { Reached } from './queries-events.ts';
import { readSealKey, type SealKey } from './seal-key.ts';

/** Workspaces that are looked through at once, where everything has to be. */
const WORKSPACES_AT_ONCE = 20;

/** Comes before every workspace. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Whether the process is about to end, or a round took long enough: what is left is for the next one. */
export type IsOver = () => boolean;

/**
 * Seals what isn't sealed yet (R-activity-9). What is new is found by the transaction that wrote it: every round looks at
 * those that hadn't ended at the last one, so one that commits late is in a later round and none is missed. What has no
 * such number, or that of another database cluster after a restore, is found by looking through all companies once.
 *
 * Rounds may be cut off anywhere: each batch is a transaction, and what was sealed is left alone the next time.
 */
export async function sealRound(db: Kysely<DB>, isOver: IsOver = () => false): Promise<void> {
  const key = await readSealKey(db);
  const { horizon, ended, begun } = await beginRound(db);
  if (!(await sealAll(db, { key, which: isWrittenIn(horizon, begun), isOver }))) return;
  await sql`update sealing set horizon = greatest(horizon, ${ended})`.execute(db);
  await sweep(db, key, isOver);
}

/** The transactions that a round looks at. Of those before `ended` none is under way, so they need no second look. */
interface Round {
  /** The first one that hadn't ended at the last round. */
  readonly horizon: number;
  /** The first one that hasn't ended now. */
  readonly ended: number;
  /** The first one that hasn't begun. */
  readonly begun: number;
}

/** Whether an event was written by a transaction from the first to before the second. */
export function isWrittenIn(from: number, until: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`event.written_in >= ${from} and event.written_in < ${until}`;
}

/** Numbers of transactions are those of a cluster; in another one, everything has to be looked through. */
async function beginRound(db: Kysely<DB>): Promise<Round> {
  return db.transaction().execute(async (trx) => {
    await sql`select from sealing for update`.execute(trx);
    const { rows } = await sql<Round & { cluster: string; isSame: boolean }>`
      select horizon, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as ended,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint as begun,
        system_identifier::text as cluster, cluster is not distinct from system_identifier::text as "isSame"
      from sealing, pg_control_system()`.execute(trx);
    const [round] = rows;
    if (!round) throw new Error('There is one row of how far the sealing has come');
    if (round.isSame) return round;
    await sql`
      update sealing set cluster = ${round.cluster}, horizon = ${round.ended}, sweeps_after = ${FIRST}`.execute(trx);
    return { ...round, horizon: round.ended };
  });
}

/** Looks through the companies in the order of their ids, from where the last round ended. */
async function sweep(db: Kysely<DB>, key: SealKey, isOver: IsOver): Promise<void> {
  for (;;) {
    const { sweeps_after } = await db.selectFrom('sealing').select('sweeps_after').executeTakeFirstOrThrow();
    if (sweeps_after === null) return;
    const { rows } = await sql<{ id: string }>`
      select id from workspaces where id > ${sweeps_after} order by id limit ${WORKSPACES_AT_ONCE}`.execute(db);
    const ids = rows.map(({ id }) => id);
    const isOfThem = sql<SqlBool>`event.workspace_id = any(${ids}::uuid[])`;
    if (!(await sealAll(db, { key, which: isOfThem, isOver }))) return;
    const then = sql`sweeps_after = ${sweeps_after}`;
    await sql`update sealing set sweeps_after = ${ids.at(-1) ?? null} where ${then}`.execute(db);
  }
}

/** Seals, batch by batch, whatever answers to a condition. @returns whether nothing of it is left */
async function sealAll(
  db: Kysely<DB>,
  { key, which, isOver }: { key: SealKey; which: RawBuilder<SqlBool>; isOver: IsOver },
): Promise<boolean> {
  let after: Reached | null = null;
  do {
    if (isOver()) return false;
    after = await sealBatch(db, key, { which, after });
  } while (after !== null);
  return true;
}
