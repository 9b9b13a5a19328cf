import type { AuditVerb } from '@anupalan/contract/audit-log';
import type { LedgerKind } from '@anupalan/domain/ledger';
import type { Transaction } from 'kysely';
import { type Author, recordAudit } from '../../identity/audit.ts';
import type { DB, JsonObject } from '../../platform/postgres/database-schema.ts';
import { setRole } from '../users/commands-role.ts';
import { recordInLedger } from './commands-ledger.ts';

interface PlanChange {
  readonly userId: string;
  readonly role: 'user' | 'premium';
  readonly by: Author;
  /** The verb for the audit log. */
  readonly verb: AuditVerb<'plans'>;
  readonly now: Temporal.Instant;
  readonly ledger: { kind: LedgerKind; orderId: string | null; amountPaise?: number; details?: JsonObject };
}

/**
 * Gives a customer, whose row is locked already, the role of a plan; the ledger and the audit log record why
 * (R-payments-22).
 */
export async function changePlan(
  trx: Transaction<DB>,
  { userId, role, by, verb, now, ledger }: PlanChange,
): Promise<void> {
  await setRole(trx, { userId, role, at: now });
  const plan = role === 'premium' ? 'premium' : 'free';
  await recordInLedger(trx, { ...ledger, userId, actorId: by?.userId ?? null, plan });
  const details = ledger.orderId === null ? {} : { orderId: ledger.orderId };
  await recordAudit(trx, by, { noun: 'plans', verb, id: userId, details });
}
