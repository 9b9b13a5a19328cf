import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors/errors.ts';
import { addressKey } from '../../platform/http/rate-limits.ts';

/** Companies that come into an instance at a time: each lies on its disk while it does. */
const MOST = 4;

/**
 * Lets an address send one company at a time to the calls that `app` serves, and all together a few (R-company-files-6).
 */
export function oneOfEachAddress(app: FastifyInstance): void {
  const coming = new Map<string, FastifyRequest>();
  app.addHook('onRequest', async (request) => {
    const address = addressKey(request.ip);
    if (coming.has(address)) throw busy('too-many', 'A company is on its way from your network already');
    if (coming.size >= MOST) throw busy('unavailable', 'Several companies are being brought in');
    coming.set(address, request);
  });
  app.addHook('onResponse', async (request) => {
    const address = addressKey(request.ip);
    if (coming.get(address) === request) coming.delete(address);
  });
}

function busy(code: 'too-many' | 'unavailable', reason: string): AppError {
  return new AppError(code, `${reason}. Please try again in some minutes.`, { retryAfter: 60 });
}
