import type { FastifyInstance } from 'fastify';
import { addressKey } from '../../platform/http/callers/addresses.ts';
import type { RateLimit } from '../../platform/http/rate-limits.ts';
import type { Services } from '../../services.ts';

/**
 * Limits the forms that anybody can send: by address, before anything is read (R-enquiries-10).
 * @returns the limit by the sender's e-mail, to be counted once the form is known
 */
export function limitForms(app: FastifyInstance, { formLimits }: Services): RateLimit {
  const { formsPerAddress, formsPerSender } = formLimits;
  app.addHook('onRequest', (request) => formsPerAddress.spendByAddress(addressKey(request.ip)));
  return formsPerSender;
}
