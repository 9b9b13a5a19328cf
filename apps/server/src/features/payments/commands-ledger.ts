import { randomUUIDv7 } from 'node:crypto';
import type { LedgerKind } from '@anupalan/domain/ledger';
import type { Plan } from '@anupalan/domain/plans';
import type { Db } from '../../platform/database.ts';
import type { JsonObject } from '../../platform/database-schema.ts';

interface NewLedgerEntry {
  readonly kind: LedgerKind;
  readonly userId: string;
  readonly orderId: string | null;
  readonly actorId?: string | null;
  /** What came in; negative went back. */
  readonly amountPaise?: number;
  /** The plan from then on, where this changes it. */
  readonly plan?: Plan | null;
  /** Ids, figures and moments, never personal data. */
  readonly details?: JsonObject;
}

/** Writes down a change of money or of a plan, in its own transaction. */
export async function recordInLedger(db: Db, entry: NewLedgerEntry): Promise<void> {
  await db.insertInto('ledger').values(describe(entry)).execute();
}

/** The same for what is found anew each time somebody looks. @returns whether this was the first time */
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
