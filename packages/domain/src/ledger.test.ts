import { expect, test } from 'vitest';
import { type LedgerEntry, recomputeFromLedger } from './ledger.ts';

const PERIOD = {
  startsAt: Temporal.Instant.from('2026-11-01T00:00:00Z'),
  endsAt: Temporal.Instant.from('2026-12-01T00:00:00Z'),
};

function entry(kind: LedgerEntry['kind'], rest: Partial<LedgerEntry> = {}): LedgerEntry {
  return { kind, orderId: null, amountPaise: 0, plan: null, period: null, role: null, ...rest };
}

const ordered = entry('order-created', { orderId: 'a' });
const paid = entry('payment-received', { orderId: 'a', amountPaise: 399_900 });
const granted = entry('plan-granted', { orderId: 'a', plan: 'premium', period: PERIOD });
const bought = { ...PERIOD, orderId: 'a' };

test.each([
  ['nothing', [], 'user', 0, []],
  ['an order alone', [ordered], 'user', 0, []],
  ['a payment of nobody who could use it', [ordered, paid], 'user', 399_900, []],
  ['a purchase', [ordered, paid, granted], 'premium', 399_900, [{ ...bought, endedEarly: false }]],
  [
    'an expiry: the period ran its course',
    [ordered, paid, granted, entry('plan-expired', { plan: 'free' })],
    'user',
    399_900,
    [{ ...bought, endedEarly: false }],
  ],
  [
    'a downgrade',
    [ordered, paid, granted, entry('plan-downgraded', { plan: 'free' })],
    'user',
    399_900,
    [{ ...bought, endedEarly: true }],
  ],
  [
    'a refund',
    [ordered, paid, granted, entry('payment-refunded', { orderId: 'a', amountPaise: -399_900, plan: 'free' })],
    'user',
    0,
    [{ ...bought, endedEarly: true }],
  ],
  [
    'a refund of the first of two',
    [
      ordered,
      paid,
      granted,
      entry('payment-received', { orderId: 'b', amountPaise: 399_900 }),
      entry('plan-granted', { orderId: 'b', plan: 'premium', period: PERIOD }),
      entry('payment-refunded', { orderId: 'a', amountPaise: -399_900 }),
    ],
    'premium',
    399_900,
    [
      { ...bought, endedEarly: true },
      { ...PERIOD, orderId: 'b', endedEarly: false },
    ],
  ],
  [
    'an administrator decides',
    [ordered, paid, granted, entry('role-changed', { role: 'admin' })],
    'admin',
    399_900,
    [{ ...bought, endedEarly: true }],
  ],
  ['a gift', [entry('role-changed', { role: 'premium', plan: 'premium' })], 'premium', 0, []],
] as const)('%s', (_what, entries, role, balancePaise, periods) => {
  expect(recomputeFromLedger(entries)).toEqual({ role, balancePaise, periods });
});
