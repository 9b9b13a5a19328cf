import { type Plan, type Role, roleOfPlan } from './plans.ts';
import type { Period } from './subscriptions.ts';

/** The kinds of changes of money or of a plan (R-payments-22). The first five happen to an order, each at most once. */
export type LedgerKind =
  | 'order-created'
  /**
   * The provider reports another amount or currency than was ordered: not a payment, an operator's case (R-payments-6).
   */
  | 'payment-mismatched'
  | 'payment-received'
  | 'plan-granted'
  | 'payment-refunded'
  | 'plan-downgraded'
  | 'plan-expired'
  /** The role was given by an administrator, so what was bought no longer decides it (R-users-16). */
  | 'role-changed';

/** A row of the append-only ledger (R-payments-22). */
export interface LedgerEntry {
  readonly kind: LedgerKind;
  readonly orderId: string | null;
  /** Paise that came in; negative when they went back. */
  readonly amountPaise: number;
  /** The plan the user has from then on; null when this doesn't change it. */
  readonly plan: Plan | null;
  /** The month that was bought, at `plan-granted`. */
  readonly period: Period | null;
  /** The role an administrator gave, at `role-changed`. */
  readonly role: Role | null;
}

export interface BoughtPeriod extends Period {
  readonly orderId: string;
  /** Whether it was refunded, given up, or replaced by a role that an administrator gave. */
  readonly endedEarly: boolean;
}

export interface Account {
  readonly role: Role;
  /** Paise received and not refunded. */
  readonly balancePaise: number;
  /** The periods in the order they were granted. */
  readonly periods: readonly BoughtPeriod[];
}

const NEW_ACCOUNT: Account = { role: 'user', balancePaise: 0, periods: [] };

/**
 * The role, periods and balance of a customer, computed from nothing but their ledger rows in the order they were
 * written; the tables have to agree with it (R-payments-22).
 */
export function recomputeFromLedger(entries: Iterable<LedgerEntry>): Account {
  return Iterator.from(entries).reduce(applyEntry, NEW_ACCOUNT);
}

function applyEntry(account: Account, entry: LedgerEntry): Account {
  return {
    role: entry.role ?? (entry.plan && roleOfPlan(entry.plan)) ?? account.role,
    balancePaise: account.balancePaise + entry.amountPaise,
    periods: applyToPeriods(account.periods, entry),
  };
}

function applyToPeriods(periods: readonly BoughtPeriod[], entry: LedgerEntry): readonly BoughtPeriod[] {
  const { kind, orderId, period } = entry;
  if (kind === 'plan-granted' && orderId && period) return [...periods, { ...period, orderId, endedEarly: false }];
  if (kind === 'payment-refunded') return endEarly(periods, (bought) => bought.orderId === orderId);
  if (kind === 'plan-downgraded' || kind === 'role-changed') return endEarly(periods, () => true);
  return periods;
}

function endEarly(
  periods: readonly BoughtPeriod[],
  concerns: (period: BoughtPeriod) => boolean,
): readonly BoughtPeriod[] {
  return periods.map((period) => (concerns(period) ? { ...period, endedEarly: true } : period));
}
