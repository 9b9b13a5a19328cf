import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors/errors.ts';
import { limitRefusals } from '../metrics/registry.ts';
import type { Db } from '../postgres/database.ts';
import { addressKeys, widerKeys } from './callers/addresses.ts';

const TOO_MANY = 'Too many attempts. Please try again later.';

/** Counts something per key in the database, so that all instances share the count. */
export class RateLimit {
  readonly #limiter: RateLimiterPostgres;
  readonly #name: string;

  constructor(pool: Pool, options: { name: string; points: number; seconds: number }) {
    this.#name = options.name;
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

  /**
   * Counts one use; `onLimit` runs only for the first that is too many.
   * @throws AppError too-many with the seconds to wait.
   */
  async spend(key: string, onLimit?: () => Promise<void>): Promise<void> {
    try {
      await this.#limiter.consume(digest(key));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      limitRefusals.inc({ limit: this.#name });
      if (refused.consumedPoints === this.#limiter.points + 1) await onLimit?.();
      throw new AppError('too-many', TOO_MANY, { retryAfter: refused.msBeforeNext / 1000 });
    }
  }

  /**
   * Counts one use by an address, under each of the networks that it is in (R-accounts-74).
   * @param address as `addressKey` has it
   * @throws AppError too-many with the seconds to wait.
   */
  async spendByAddress(address: string): Promise<void> {
    await spendTogether(widerKeys(address).map((key) => this.use(key)));
  }

  /** Takes one use back that was counted beforehand and turned out not to count. */
  async refund(key: string): Promise<void> {
    await this.#limiter.reward(digest(key));
  }

  /** One use of this limit, for `spendTogether`. */
  use(key: string): Use {
    return { limit: this, key };
  }
}

/** One use of a limit by a key. */
export interface Use {
  readonly limit: RateLimit;
  readonly key: string;
}

/** Takes back what was counted. */
export type Refund = () => Promise<void>;

/**
 * Counts one use of several limits, all or none; `onLimit` runs only for the first that is too many.
 * @throws AppError too-many with the seconds to wait.
 */
export async function spendTogether(uses: readonly Use[], onLimit?: () => Promise<void>): Promise<Refund> {
  const spent: Use[] = [];
  const refund = async () => {
    for (const { limit, key } of spent) await limit.refund(key);
  };
  for (const use of uses) {
    try {
      await use.limit.spend(use.key, onLimit);
    } catch (refused) {
      await refund();
      throw refused;
    }
    spent.push(use);
  }
  return refund;
}

/** Deletes counts whose time is over. */
export async function deleteSpentLimits(db: Db): Promise<void> {
  await db.deleteFrom('rate_limits').where('expire', '<', Date.now()).execute();
}

/** The digest of a key keeps people's addresses out of the table, and every key short enough for it. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Public calls of one address a minute: a person's calculator asks a few, a page of links to follow some dozens. */
const PUBLIC_CALLS_A_MINUTE = 120;

/**
 * Limits calls that anybody can make, by address. It is counted in memory, for each instance: counting in the database
 * would cost more than the call.
 */
export function limitPublicCalls(app: FastifyInstance): void {
  const limiter = new RateLimiterMemory({ points: PUBLIC_CALLS_A_MINUTE, duration: 60 });
  app.addHook('onRequest', async (request) => {
    try {
      for (const key of addressKeys(request.ip)) await limiter.consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      limitRefusals.inc({ limit: 'public-calls' });
      const retryAfter = refused.msBeforeNext / 1000;
      throw new AppError('too-many', 'Too many requests. Please try again in a minute.', { retryAfter });
    }
  });
}
