import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '../../../platform/postgres/database-schema.ts';
import { eachApart } from '../../../platform/process/each-apart.ts';
import { forgetUnsealed, listUnsealed, noteUnsealed } from '../commands-unsealed.ts';
import { EVENTS_AT_ONCE, sealBatch } from './commands.ts';
import { pickingEvents, type Reached, type Unsealed } from './queries-events.ts';
import { readSealKey, type SealKey } from './seal-key.ts';

/** Workspaces that are looked through at once, where everything has to be. */
const WORKSPACES_AT_ONCE = 20;

/** Events that are looked for at once: only what they are known by is held. */
const PICKED_AT_ONCE = 16 * EVENTS_AT_ONCE;

/** Comes before every workspace. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Whether the process is about to end, or a round took long enough: what is left is for the next one. */
export type IsOver = () => boolean;

/** A company that a round left out, as sealing it failed. */
export interface LeftOut {
  readonly workspaceId: string;
  readonly err: unknown;
}

/** What became of a round. */
export interface SealedRound {
  /** Events that were sealed. */
  readonly sealed: number;
  /** Whether nothing is left that could be sealed. */
  readonly isWhole: boolean;
  /** Whether a company is left out whose events wait, by this round or an earlier one. */
  readonly waits: boolean;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Seals what isn't sealed yet (R-activity-9). What is new is found by the transaction that wrote it: every round looks at
 * those that hadn't ended at the last one, so one that commits late is in a later round and none is missed. What has no
 * such number, or that of another database cluster after a restore, is found by looking through all companies once.
 *
 * Rounds may be cut off anywhere: each batch is a transaction, and what was sealed is left alone the next time. A company
 * that can't be sealed is left out, and tried again some minutes later (R-activity-18).
 */
export async function sealRound(db: Kysely<DB>, isOver: IsOver = () => false): Promise<SealedRound> {
  const key = await readSealKey(db);
  const leftOut: LeftOut[] = [];
  const again = await sealAgain(db, { key, leftOut, isOver });
  const { horizon, ended, begun } = await beginRound(db);
  const unsealed = (await listUnsealed(db)).map(({ workspaceId }) => workspaceId);
  const which = sql<SqlBool>`${isWrittenIn(horizon, begun)} and event.workspace_id <> all(${unsealed}::uuid[])`;
  const round = await sealAll(db, { key, which, leftOut, isOver });
  const sealed = again + round.sealed;
  if (!round.isWhole) return { sealed, isWhole: false, waits: true, leftOut };
  await sql`update sealing set horizon = greatest(horizon, ${ended})`.execute(db);
  const swept = await sweep(db, { key, leftOut, isOver });
  const waits = (await listUnsealed(db)).length > 0;
  return { sealed: sealed + swept.sealed, isWhole: swept.isWhole, waits, leftOut };
}

type Working = Pick<Batches, 'key' | 'leftOut' | 'isOver'>;

/** Tries companies again that were left out some minutes ago: all that they have, as rounds have passed by meanwhile. */
async function sealAgain(db: Kysely<DB>, working: Working): Promise<number> {
  let sealed = 0;
  for (const { workspaceId, isDue } of await listUnsealed(db)) {
    if (!isDue || working.isOver()) continue;
    const failed: LeftOut[] = [];
    const round = await sealAll(db, { ...working, which: isOf([workspaceId]), leftOut: failed });
    sealed += round.sealed;
    working.leftOut.push(...failed);
    if (round.isWhole && failed.length === 0) await forgetUnsealed(db, workspaceId);
  }
  return sealed;
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
async function sweep(db: Kysely<DB>, working: Working): Promise<{ sealed: number; isWhole: boolean }> {
  let sealed = 0;
  for (;;) {
    const { sweeps_after } = await db.selectFrom('sealing').select('sweeps_after').executeTakeFirstOrThrow();
    if (sweeps_after === null) return { sealed, isWhole: true };
    const ids = await listWorkspaces(db, sweeps_after);
    const part = await sealAll(db, { ...working, which: isOf(ids) });
    sealed += part.sealed;
    if (!part.isWhole) return { sealed, isWhole: false };
    const then = sql`sweeps_after = ${sweeps_after}`;
    await sql`update sealing set sweeps_after = ${ids.at(-1) ?? null} where ${then}`.execute(db);
  }
}

/**
 * Seals what no round finds, as it was put in with the number of a transaction that isn't its own, or with none
 * (R-activity-15). It looks through all companies; a round comes first, so that what is left is no news.
 * @returns how many events there were; null where a round left something, or looks through everything itself
 */
export async function sealMissed(db: Kysely<DB>, isOver: IsOver = () => false): Promise<number | null> {
  await sealRound(db, isOver);
  const { horizon, sweeps_after } = await db
    .selectFrom('sealing')
    .select(['horizon', 'sweeps_after'])
    .executeTakeFirstOrThrow();
  if (sweeps_after !== null || isOver()) return null;
  const key = await readSealKey(db);
  let found = 0;
  for (let after: string | undefined = FIRST; after !== undefined && !isOver(); ) {
    const ids = await listWorkspaces(db, after);
    const which = sql<SqlBool>`${isOf(ids)} and ${isMissedBefore(Number(horizon))}`;
    const { sealed } = await sealAll(db, { key, which, ofAll: ids, leftOut: [], isOver });
    found += sealed;
    after = ids.at(-1);
  }
  return found;
}

/** Whether the rounds don't come by an event any more, or not before its number is given to a transaction. */
function isMissedBefore(horizon: number): RawBuilder<SqlBool> {
  const begun = sql`pg_snapshot_xmax(pg_current_snapshot())::text::bigint`;
  return sql<SqlBool>`(event.written_in is null or event.written_in < ${horizon} or event.written_in >= ${begun})`;
}

async function listWorkspaces(db: Kysely<DB>, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from workspaces where id > ${after} order by id limit ${WORKSPACES_AT_ONCE}`.execute(db);
  return rows.map(({ id }) => id);
}

function isOf(workspaceIds: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`event.workspace_id = any(${workspaceIds}::uuid[])`;
}

interface Batches {
  readonly key: SealKey;
  readonly which: RawBuilder<SqlBool>;
  /** All events of these workspaces are looked at for those that no round found. */
  readonly ofAll?: readonly string[];
  /** The companies that failed, to which more are added. */
  readonly leftOut: LeftOut[];
  readonly isOver: IsOver;
}

/**
 * Seals, batch by batch, whatever answers to a condition. Companies that fail are left out from then on.
 * @returns how much, and whether nothing of it is left
 */
async function sealAll(db: Kysely<DB>, batches: Batches): Promise<{ sealed: number; isWhole: boolean }> {
  const { which, ofAll, isOver } = batches;
  let after: Reached | null = null;
  let sealed = 0;
  for (;;) {
    const picking = pickingEvents({ which, after, limit: PICKED_AT_ONCE, ...(ofAll && { ofAll }) });
    const { rows }: { rows: Unsealed[] } = await picking.execute(db);
    for (let first = 0; first < rows.length; first += EVENTS_AT_ONCE) {
      if (isOver()) return { sealed, isWhole: false };
      sealed += await sealCompanies(db, batches, rows.slice(first, first + EVENTS_AT_ONCE));
    }
    const last = rows.at(-1);
    if (!last || rows.length < PICKED_AT_ONCE) return { sealed, isWhole: true };
    after = { workspace: last.workspace_id, at: last.at };
  }
}

/** Seals the events of a batch together, or by halves of its companies where one of them fails. */
async function sealCompanies(
  db: Kysely<DB>,
  { key, ofAll, leftOut }: Batches,
  batch: readonly Unsealed[],
): Promise<number> {
  let sealed = 0;
  const companies = [...Map.groupBy(batch, ({ workspace_id }) => workspace_id)];
  const failed = new Set(leftOut.map(({ workspaceId }) => workspaceId));
  await eachApart(
    companies.filter(([workspaceId]) => !failed.has(workspaceId)),
    async (some) => {
      const events = some.flatMap(([, events]) => events);
      sealed += await sealBatch(db, { key, foundLate: ofAll !== undefined }, events);
    },
    {
      doing: 'sealing a company',
      name: ([workspaceId]) => ({ workspaceId }),
      // Whoever runs the rounds says it: makers of packs go on without the others.
      log: { error: (failure: LeftOut) => void leftOut.push(failure) },
    },
  );
  const added = leftOut.filter(({ workspaceId }) => !failed.has(workspaceId));
  await noteUnsealed(
    db,
    added.map(({ workspaceId }) => workspaceId),
  );
  return sealed;
}
