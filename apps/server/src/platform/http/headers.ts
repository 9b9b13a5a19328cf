import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy } from './content-security-policy.ts';

/** The policy of everything that is no page. */
const POLICY = contentSecurityPolicy();

const YEAR_S = 365 * 24 * 3_600;

/** The headers of every answer (R-api-25), for those that pass no hook: what never became a request has them too. */
export const STRICT_HEADERS: Readonly<Record<string, string>> = {
  'Strict-Transport-Security': `max-age=${YEAR_S}; includeSubDomains`,
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Gives every answer its strict headers and its request's id. */
export async function sendStrictHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: { maxAge: YEAR_S, includeSubDomains: true },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Content-Security-Policy', POLICY).header('X-Request-Id', request.id);
  });
}
