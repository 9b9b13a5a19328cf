import { Writable } from 'node:stream';
import { type LedgerEntry, recomputeFromLedger } from '@anupalan/domain/ledger';
import type { LightMyRequestResponse } from 'fastify';
import type { Selectable } from 'kysely';
import { type Logger, pino } from 'pino';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Database } from '../src/platform/postgres/database.ts';
import type { Ledger } from '../src/platform/postgres/database-schema.ts';
import { describeError } from '../src/platform/process/log.ts';
import { post } from './accounts.ts';
import type { TestCashfree } from './cashfree.ts';
import type { TestApp } from './harness.ts';
import type { Person } from './people.ts';

/** A logger that keeps its lines. */
export function captureLog(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: pino({ level: 'info', serializers: { err: describeError } }, stream), lines };
}

/** Orders a month of Premium. @returns the answer */
export function order(
  server: TestApp,
  { token }: Pick<Person, 'token'>,
  expect5xx = false,
): Promise<LightMyRequestResponse> {
  return post(server, '/payments/create-order', { amount: 3999 }, { token, expect5xx });
}

/** Orders a month of Premium. @returns its id */
export async function orderId(server: TestApp, person: Pick<Person, 'token'>): Promise<string> {
  const response = await order(server, person);
  expect(response.statusCode, response.body).toBe(201);
  return response.json().data.order_id;
}

export function upgrade(server: TestApp, { token }: Pick<Person, 'token'>, expect5xx = false) {
  return post(server, '/plans/upgrade', { plan: 'premium' }, { token, expect5xx });
}

/** Orders, pays and is granted a month of Premium. @returns the order's id */
export async function buy(server: TestApp, cashfree: TestCashfree, person: Pick<Person, 'token'>): Promise<string> {
  const id = await orderId(server, person);
  cashfree.pay(id);
  expect((await upgrade(server, person)).statusCode).toBe(200);
  return id;
}

export async function readRole({ services }: TestApp, { userId }: Pick<Person, 'userId'>): Promise<string> {
  const { role } = await services.database.db
    .selectFrom('users')
    .select('role')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return role;
}

const Details = z.object({ startsAt: z.string(), endsAt: z.string() });
const Change = z.object({ to: z.enum(['user', 'premium', 'admin']) });

function readEntry({ kind, order_id, amount_paise, plan, details }: Selectable<Ledger>): LedgerEntry {
  const period = kind === 'plan-granted' ? Details.parse(details) : null;
  return {
    kind,
    orderId: order_id,
    amountPaise: amount_paise,
    plan: plan === null ? null : z.enum(['free', 'premium', 'enterprise']).parse(plan),
    period: period && {
      startsAt: Temporal.Instant.from(period.startsAt),
      endsAt: Temporal.Instant.from(period.endsAt),
    },
    role: kind === 'role-changed' ? Change.parse(details).to : null,
  };
}

/**
 * Expects each customer's role, money and periods to follow from the ledger alone, and receipts to have no gap
 * (R-payments-19, R-payments-22).
 */
export async function expectBalance({
  services: {
    database: { db },
  },
}: {
  services: { database: Pick<Database, 'db'> };
}): Promise<void> {
  const ledger = await db.selectFrom('ledger').selectAll().orderBy('at').orderBy('id').execute();
  const owners = new Map(ledger.map((row) => [row.order_id, row.user_id]));
  const orders = await db.selectFrom('orders').selectAll().execute();
  const periods = await db.selectFrom('subscriptions').selectAll().orderBy('id').execute();
  const users = new Map(
    (await db.selectFrom('users').select(['id', 'role']).execute()).map(({ id, role }) => [id, role]),
  );
  const own = <T>(rows: T[], orderOf: (row: T) => string, userId: string) =>
    rows.filter((row) => owners.get(orderOf(row)) === userId);
  for (const [userId, rows] of Map.groupBy(ledger, (row) => row.user_id)) {
    const account = recomputeFromLedger(rows.map(readEntry));
    const paid = own(orders, ({ id }) => id, userId).filter(({ status }) => status === 'paid');
    const bought = own(periods, ({ order_id }) => order_id, userId);
    expect(
      {
        role: account.role,
        balancePaise: account.balancePaise,
        periods: account.periods.map(({ orderId: id, startsAt, endsAt, endedEarly }) => ({
          orderId: id,
          startsAt: startsAt.epochMilliseconds,
          endsAt: endsAt.epochMilliseconds,
          endedEarly,
        })),
      },
      `ledger of ${userId}`,
    ).toEqual({
      role: users.get(userId) ?? account.role,
      balancePaise: paid.reduce((sum, { amount_paise }) => sum + amount_paise, 0),
      periods: bought.map((row) => ({
        orderId: row.order_id,
        startsAt: row.starts_at.getTime(),
        endsAt: row.ends_at.getTime(),
        endedEarly: row.ended_early_at !== null,
      })),
    });
  }
  const receipts = await db.selectFrom('receipts').select(['number', 'order_id']).orderBy('number').execute();
  expect(receipts.map(({ number }) => number)).toEqual(receipts.map((_, index) => index + 1));
  const granted = orders.filter(({ granted_at }) => granted_at !== null).map(({ id }) => id);
  expect(receipts.map(({ order_id }) => order_id).sort()).toEqual(granted.sort());
  expect(periods.map(({ order_id }) => order_id).sort()).toEqual(granted.sort());
}
