import type { FastifyInstance } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../../platform/errors/errors.ts';
import { addressKey } from '../../platform/http/rate-limits.ts';
import { limitRefusals } from '../../platform/metrics/registry.ts';

/** Reads of one address a minute: a person's calculator asks a few, a page of links to follow some dozens. */
const READS_A_MINUTE = 120;

/**
 * Limits reads that anybody can ask for, by address. It is counted in memory, for each instance: counting in the
 * database would cost more than the read.
 */
export function limitReads(app: FastifyInstance): void {
  const limiter = new RateLimiterMemory({ points: READS_A_MINUTE, duration: 60 });
  app.addHook('onRequest', async (request) => {
    try {
      await limiter.consume(addressKey(request.ip));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      limitRefusals.inc({ limit: 'public-reads' });
      const retryAfter = refused.msBeforeNext / 1000;
      throw new AppError('too-many', 'Too many requests. Please try again in a minute.', { retryAfter });
    }
  });
}
