import type { AuditVerb } from '@anupalan/contract/audit-log';
import type { LedgerKind } from '@anupalan/domain/ledger';
import type { Transaction } from 'kysely';
import { type Doer, recordAudit } from '../../platform/audit.ts';
import type { DB, JsonObject } from '../../platform/database-schema.ts';
import { recordInLedger } from '../payments/commands-ledger.ts';

interface PlanChange {
  readonly userId: string;
  readonly role: 'user' | 'premium';
  readonly by: Doer;
  /** What the audit log calls it. */
  readonly verb: AuditVerb<'plans'>;
  readonly now: Temporal.Instant;
  readonly ledger: { kind: LedgerKind; orderId: string | null; amountPaise?: number; details?: JsonObject };
}

/** Gives a customer the role of a plan; the ledger and the audit log say why. The customer is locked already. */
export async function changePlan(
  trx: Transaction<DB>,
  { userId, role, by, verb, now, ledger }: PlanChange,
): Promise<void> {
  await trx.updateTable('users').set({ role, updated_at: now.toString() }).where('id', '=', userId).execute();
  const plan = role === 'premium' ? 'premium' : 'free';
  await recordInLedger(trx, { ...ledger, userId, actorId: by?.userId ?? null, plan });
  const details = ledger.orderId === null ? {} : { orderId: ledger.orderId };
  await recordAudit(trx, by, { noun: 'plans', verb, id: userId, details });
}

/** Ends early what a customer, or one order of theirs, bought. @returns how many periods that were */
export async function endPeriods(
  trx: Transaction<DB>,
  of: { userId: string } | { orderId: string },
  now: Temporal.Instant,
): Promise<number> {
  const ended = await trx
    .updateTable('subscriptions')
    .set({ ended_early_at: now.toString() })
    .where('ended_early_at', 'is', null)
    .where((eb) => ('orderId' in of ? eb('order_id', '=', of.orderId) : eb('user_id', '=', of.userId)))
    .returning('id')
    .execute();
  return ended.length;
}
