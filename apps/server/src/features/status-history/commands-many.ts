import { randomUUIDv7 } from 'node:crypto';
import { type BulkOutcome, BulkStatus } from '@anupalan/contract/status-history';
import { Id } from '@anupalan/contract/wire/primitives';
import { NOTE } from '@anupalan/domain/statuses';
import { sql } from 'kysely';
import type { z } from 'zod';
import { requirePermission } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { Database, Db } from '../../platform/postgres/database.ts';
import { queueForChange } from '../../platform/postgres/locks.ts';
import type { Acting } from '../tracker/commands.ts';
import { requireItemOf } from '../tracker/require-item.ts';
import { recordIn } from './commands.ts';
import { takeBack } from './commands-take-back.ts';

/** Steps after which it is asked again who acts. */
const ASKED_EVERY = 10;

/** An entry as it was sent. */
interface Sent {
  readonly id: string;
  readonly forDate: string;
}

/**
 * Records statuses for many days, one after the other, each by the rules and in the transaction of a single one: one
 * that is refused stops no other (R-statuses-20). What the caller's own newest record of a day already says is not
 * recorded again, so that a call can be repeated.
 * @param asNow who acts as of now: who may do it no longer writes nothing more
 */
export async function recordMany(
  database: Database,
  asNow: () => Promise<Acting>,
  { entries, today }: { entries: readonly Sent[]; today: Temporal.PlainDate },
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  const actor = new ActorAsNow(asNow);
  for (const sent of entries) {
    const { id, forDate } = sent;
    const outcome = await orRefusal(async () => {
      const acting = await actor.next();
      const parsed = BulkStatus.safeParse(sent);
      if (!parsed.success) throw new AppError('invalid', firstMessage(parsed.error));
      return recordOne(database, acting, { ...parsed.data, today });
    });
    outcomes.push(
      typeof outcome === 'string'
        ? { id, forDate, outcome: 'refused', recordId: null, message: outcome }
        : { id, forDate, ...outcome },
    );
  }
  return outcomes;
}

async function recordOne(
  database: Database,
  acting: Acting,
  { id, forDate, status, note = '', noEvidenceReason, today }: BulkStatus & { today: Temporal.PlainDate },
): Promise<Pick<BulkOutcome, 'outcome' | 'recordId' | 'message'>> {
  requirePermission(acting.by, 'status-history.record', status);
  const { id: itemId, lines, days } = await requireItemOf(database, { view: acting.view, today }, id);
  const day = days.nominalDayOf(forDate);
  return database.db.transaction().execute(async (trx) => {
    // Of the same call sent twice at once, the second sees what the first recorded.
    await queueForChange(trx, `status ${acting.view.workspaceId} ${itemId} ${day.slice(0, 10)}`);
    const known = await findSame(trx, acting, { itemId, day, status, note });
    if (known) return { outcome: 'unchanged', recordId: known, message: 'Recorded before' };
    const recordId = randomUUIDv7();
    const record = { itemId, day, status, note, noEvidenceReason, lines, recordId };
    const isWaiting = (await recordIn(trx, acting, record)) === 'waiting';
    const message = isWaiting ? 'Recorded, to be checked' : 'Status updated successfully';
    return { outcome: 'recorded', recordId, message };
  });
}

/** The newest record of the day that counts, or waits for its check, if it is the caller's own and says the same. */
async function findSame(
  db: Db,
  { view, by }: Acting,
  { itemId, day, status, note }: { itemId: string; day: string; status: string; note: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string; isSame: boolean }>`
    select id, status = ${status} and note = ${note} and author is not distinct from ${by.userId} as "isSame"
    from (
      select id, status, note, updated_by as author, created_at from status_records
      where workspace_id = ${view.workspaceId} and compliance_item_id = ${itemId} and day = ${day}
        and status <> ${NOTE} and counterpart is null
      union all
      select id, status, note, author_id, made_at from checks
      where workspace_id = ${view.workspaceId} and compliance_item_id = ${itemId} and day = ${day} and outcome is null
    ) record order by created_at desc limit 1`.execute(db);
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
  asNow: () => Promise<Acting>,
  ids: readonly string[],
): Promise<TakenBack[]> {
  const outcomes = new Map<string, TakenBack>();
  const actor = new ActorAsNow(asNow);
  // Ids grow with time: of two records of one day the newer goes first, else it would keep the older.
  for (const id of new Set(ids.toSorted().toReversed())) {
    const outcome = await orRefusal(async () => {
      const acting = await actor.next();
      if (!Id.safeParse(id).success) throw new AppError('not-found', 'Record not found');
      return takeBack(db, acting, id);
    });
    const refused = typeof outcome === 'string';
    outcomes.set(id, { id, outcome: refused ? 'refused' : 'taken-back', message: refused ? outcome : 'Taken back' });
  }
  return [...outcomes.values()];
}

/** Who acts, asked for again every few steps, because a call of many takes long enough for somebody to be removed. */
class ActorAsNow {
  readonly #ask: () => Promise<Acting>;
  #acting: Promise<Acting> | null = null;
  #steps = 0;

  constructor(ask: () => Promise<Acting>) {
    this.#ask = ask;
  }

  /** Who acts in the next step. @throws AppError for who may not any more; every further step until it is asked again. */
  next(): Promise<Acting> {
    if (this.#steps++ % ASKED_EVERY === 0 || this.#acting === null) this.#acting = this.#ask();
    return this.#acting;
  }
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
