import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Db } from './database.ts';
import { AppError } from './errors.ts';

const TOO_MANY = 'Too many attempts. Please try again later.';

/** Counts something per key in the database, so that all instances share the count. */
export class RateLimit {
  readonly #limiter: RateLimiterPostgres;

  constructor(pool: Pool, options: { name: string; points: number; seconds: number }) {
    this.#limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: options.name,
      points: options.points,
      duration: options.seconds,
    });
  }

  /** Counts one; the first that is too many is told. @throws AppError too-many with the seconds to wait. */
  async spend(key: string, onLimit?: () => Promise<void>): Promise<void> {
    try {
      await this.#limiter.consume(digest(key));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      if (refused.consumedPoints === this.#limiter.points + 1) await onLimit?.();
      throw new AppError('too-many', TOO_MANY, { retryAfter: refused.msBeforeNext / 1000 });
    }
  }

  /** Takes one back: what was counted beforehand turned out not to count. */
  async refund(key: string): Promise<void> {
    await this.#limiter.reward(digest(key));
  }
}

/** Forgets counts whose time is over. */
export async function deleteSpentLimits(db: Db): Promise<void> {
  await db.deleteFrom('rate_limits').where('expire', '<', Date.now()).execute();
}

/** Keeps addresses of people out of the table, and every key short enough for it. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The limits of sign-in and its neighbours (15 minutes an address, an hour an account). */
export function createAuthLimits(pool: Pool, attemptsPerIp: number) {
  return {
    attemptsPerAddress: new RateLimit(pool, { name: 'auth-address', points: attemptsPerIp, seconds: 15 * 60 }),
    codesMailed: new RateLimit(pool, { name: 'codes-mailed', points: 30, seconds: 3_600 }),
    wrongCodes: new RateLimit(pool, { name: 'wrong-codes', points: 20, seconds: 3_600 }),
    wrongPasswords: new RateLimit(pool, { name: 'wrong-passwords', points: 50, seconds: 3_600 }),
  };
}
export type AuthLimits = ReturnType<typeof createAuthLimits>;

/** The limits of the forms that anybody can send: an hour an address, an hour a sender's e-mail; one count for all forms. */
export function createFormLimits(pool: Pool, formsPerIp: number) {
  return {
    formsPerAddress: new RateLimit(pool, { name: 'forms-address', points: formsPerIp, seconds: 3_600 }),
    formsPerSender: new RateLimit(pool, { name: 'forms-sender', points: 5, seconds: 3_600 }),
  };
}

/** The limit of what makes us ask the payment provider, a minute a user: far above what a person does. */
export function createPaymentLimit(pool: Pool): RateLimit {
  return new RateLimit(pool, { name: 'payment-user', points: 60, seconds: 60 });
}

/** What an address counts under: one IPv6 customer has a whole /64. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip;
  if (ip.startsWith('::ffff:')) return ip.slice('::ffff:'.length);
  const [head = '', tail] = ip.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
