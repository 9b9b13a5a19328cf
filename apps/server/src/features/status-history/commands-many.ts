import { randomUUIDv7 } from 'node:crypto';
import { type BulkOutcome, BulkStatus } from '@anupalan/contract/status-history';
import { Id } from '@anupalan/contract/wire/primitives';
import { NOTE } from '@anupalan/domain/statuses';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Config } from '../../config.ts';
import { requirePermission } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Database, Db } from '../../platform/postgres/database.ts';
import type { DB } from '../../platform/postgres/database-schema.ts';
import { type NamedFiles, namedFiles } from '../evidence/named-files.ts';
import { standAtDay } from '../evidence/queries.ts';
import type { Acting } from '../tracker/commands.ts';
import { requireItemOf, type ViewedItem } from '../tracker/require-item.ts';
import { recordIn } from './commands.ts';
import type { CallerOfMany } from './commands-caller.ts';
import { queueForDays } from './commands-queue.ts';
import { takeBackIn } from './commands-take-back.ts';
import type { NewRecord } from './new-record.ts';

/** Steps of one transaction, which begins with the question who acts. */
const A_BATCH = 10;

/** An entry as it was sent. */
interface Sent {
  readonly id: string;
  readonly forDate: string;
}

/**
 * Records statuses for many days, one after the other, each by the rules of a single one: one that is refused stops no
 * other (R-statuses-20). What the caller's own newest record of a day already says is not recorded again, so that a
 * call can be repeated. Who may do it no longer writes nothing more, from a batch on and nothing of that.
 */
export async function recordMany(
  database: Database,
  caller: CallerOfMany,
  { entries, today, config }: { entries: readonly Sent[]; today: Temporal.PlainDate; config: Config },
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const batch of inBatches(entries)) {
    // Items are read before the transaction: within it this would wait for a second connection.
    const steps: ((trx: Transaction<DB>, acting: Acting) => ReturnType<typeof recordOne>)[] = [];
    for (const sent of batch) {
      const found = await orRefusal(() => findItem(database, caller.begun, { sent, today }));
      steps.push(async (trx, acting) => {
        if (typeof found === 'string') throw new AppError('invalid', found);
        return recordOne(trx, acting, { ...found, evidence: namedFiles(config, found.evidence) });
      });
    }
    const done = await inOneTransaction(database.db, caller, steps);
    for (const [n, { id, forDate }] of batch.entries()) {
      const outcome = done[n] ?? '';
      outcomes.push(
        typeof outcome === 'string'
          ? { id, forDate, outcome: 'refused', recordId: null, message: outcome }
          : { id, forDate, ...outcome },
      );
    }
  }
  return outcomes;
}

type Found = Omit<BulkStatus, 'id'> & Pick<ViewedItem, 'id' | 'lines'>;

/** An entry with its item. @throws AppError as for a single status */
async function findItem(
  database: Database,
  { view, by }: Acting,
  { sent, today }: { sent: Sent; today: Temporal.PlainDate },
): Promise<Found> {
  const parsed = BulkStatus.safeParse(sent);
  if (!parsed.success) throw new AppError('invalid', firstMessage(parsed.error));
  requirePermission(by, 'status-history.record', parsed.data.status);
  const { id, lines, days } = await requireItemOf(database, { view, today }, parsed.data.id);
  return { ...parsed.data, id, lines, forDate: days.nominalDayOf(parsed.data.forDate) };
}

async function recordOne(
  trx: Transaction<DB>,
  acting: Acting,
  {
    id: itemId,
    lines,
    forDate: day,
    note = '',
    ...said
  }: Omit<Found, 'evidence'> & { evidence: NamedFiles | undefined },
): Promise<Pick<BulkOutcome, 'outcome' | 'recordId' | 'message'>> {
  requirePermission(acting.by, 'status-history.record', said.status);
  const known = await findSame(trx, acting, { ...said, itemId, day, note });
  const ids = said.evidence?.ids;
  const isThere = !ids || (await standAtDay(trx, acting.view.workspaceId, { itemId, day, ids }));
  if (known && isThere) return { outcome: 'unchanged', recordId: known, message: 'Recorded before' };
  const recordId = randomUUIDv7();
  const record = { ...said, itemId, day, note, lines, recordId };
  const isWaiting = (await recordIn(trx, acting, record)) === 'waiting';
  const message = isWaiting ? 'Recorded, to be checked' : 'Status updated successfully';
  return { outcome: 'recorded', recordId, message };
}

/**
 * The newest record of the day that counts, or waits for its check, if it is the caller's own and says the same; of one
 * registration number the newest that is about it, or about all.
 */
async function findSame(
  db: Db,
  { view, by }: Acting,
  { itemId, day, status, note, registrationId: named }: Omit<NewRecord, 'lines'>,
): Promise<string | null> {
  const registrationId = named ?? null;
  const { rows } = await sql<{ id: string; isSame: boolean }>`
    select id, status = ${status} and note = ${note} and author is not distinct from ${by.userId}
        and registration_id is not distinct from ${registrationId}::uuid as "isSame"
    from (
      select id, status, note, updated_by as author, created_at, registration_id from status_records
      where workspace_id = ${view.workspaceId} and compliance_item_id = ${itemId} and day = ${day}
        and status <> ${NOTE} and counterpart is null
      union all
      select id, status, note, author_id, made_at, registration_id from checks
      where workspace_id = ${view.workspaceId} and compliance_item_id = ${itemId} and day = ${day} and outcome is null
    ) record
    where coalesce(registration_id = ${registrationId}::uuid, true) order by created_at desc limit 1`.execute(db);
  const [newest] = rows;
  return newest?.isSame ? newest.id : null;
}

/** What became of a record that was to be taken back. */
interface TakenBack {
  readonly id: string;
  readonly outcome: 'taken-back' | 'refused';
  readonly message: string;
}

/** Takes many records back, as {@link recordMany}; the newest first, whatever the order they were sent in. */
export async function takeManyBack(
  { db }: Pick<Database, 'db'>,
  caller: CallerOfMany,
  ids: readonly string[],
): Promise<TakenBack[]> {
  const outcomes: TakenBack[] = [];
  // Ids grow with time: of two records of one day the newer goes first, else it would keep the older.
  for (const batch of inBatches([...new Set(ids.toSorted().toReversed())])) {
    const steps = batch.map((id) => async (trx: Transaction<DB>, acting: Acting) => {
      if (!Id.safeParse(id).success) throw new AppError('not-found', 'Record not found');
      return takeBackIn(trx, acting, id);
    });
    const done = await inOneTransaction(db, caller, steps);
    for (const [n, id] of batch.entries()) {
      const outcome = done[n] ?? '';
      const refused = typeof outcome === 'string';
      outcomes.push({ id, outcome: refused ? 'refused' : 'taken-back', message: refused ? outcome : 'Taken back' });
    }
  }
  return outcomes;
}

function inBatches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / A_BATCH) }, (_, n) => all.slice(n * A_BATCH, (n + 1) * A_BATCH));
}

/**
 * Takes the steps of a batch in one transaction, by who acts as of its beginning and stays until its end.
 * @returns of each step what it brings, or the words with which it was refused, which undid it alone; of all of them the
 * same words where the caller may do it no longer
 */
async function inOneTransaction<T extends object>(
  db: Kysely<DB>,
  { begun, hold }: CallerOfMany,
  steps: readonly ((trx: Transaction<DB>, acting: Acting) => Promise<T>)[],
): Promise<(T | string)[]> {
  const done = await orRefusal(() =>
    db.transaction().execute(async (trx) => {
      const acting = await hold(trx);
      await queueForDays(trx, begun.view.workspaceId);
      const outcomes: (T | string)[] = [];
      for (const step of steps) {
        await sql`savepoint step`.execute(trx);
        const outcome = await orRefusal(() => step(trx, acting));
        await sql.raw(`${typeof outcome === 'string' ? 'rollback to' : 'release'} savepoint step`).execute(trx);
        outcomes.push(outcome);
      }
      return outcomes;
    }),
  );
  return typeof done === 'string' ? steps.map(() => done) : done;
}

/** What a step brings, or the words with which it is refused; a failure that nobody is told the reason of goes on. */
async function orRefusal<T extends object>(step: () => Promise<T>): Promise<T | string> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

function firstMessage({ issues }: z.ZodError): string {
  return issues[0]?.message ?? 'Invalid entry';
}
