import { randomUUIDv7 } from 'node:crypto';
import type { LedgerKind } from '@anupalan/domain/ledger';
import type { Plan } from '@anupalan/domain/plans';
import type { Transaction } from 'kysely';
import type { Db } from '../../platform/postgres/database.ts';
import type { DB, JsonObject } from '../../platform/postgres/database-schema.ts';

interface NewLedgerEntry {
  readonly kind: LedgerKind;
  readonly userId: string;
  readonly orderId: string | null;
  readonly actorId?: string | null;
  /** Paise that came in; negative when they went back. */
  readonly amountPaise?: number;
  /** The user's plan from then on, where this changes it. */
  readonly plan?: Plan | null;
  /** Ids, figures and moments, never personal data. */
  readonly details?: JsonObject;
}

/** Records a change of money or of a plan, in the transaction of the change (R-payments-22). */
export async function recordInLedger(trx: Transaction<DB>, entry: NewLedgerEntry): Promise<void> {
  await trx.insertInto('ledger').values(describe(entry)).execute();
}

/**
 * Records in one statement, and only the first time, what is found again whenever the provider is asked (R-payments-6).
 * @returns whether this was the first time
 */
export async function recordOnceInLedger(db: Db, entry: NewLedgerEntry & { orderId: string }): Promise<boolean> {
  const written = await db
    .insertInto('ledger')
    .values(describe(entry))
    .onConflict((conflict) => conflict.columns(['order_id', 'kind']).where('order_id', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

function describe({ kind, userId, orderId, actorId, amountPaise, plan, details }: NewLedgerEntry) {
  return {
    id: randomUUIDv7(),
    kind,
    user_id: userId,
    order_id: orderId,
    actor_id: actorId ?? null,
    amount_paise: amountPaise ?? 0,
    plan: plan ?? null,
    details: JSON.stringify(details ?? {}),
  };
}
