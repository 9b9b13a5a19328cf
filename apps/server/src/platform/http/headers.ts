import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';
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

/** What helmet sets for this policy: the same for every answer, so that it is asked once. */
function headersOfHelmet(): Record<string, string> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: { maxAge: YEAR_S, includeSubDomains: true },
  });
  setHeaders(answer.req, answer, () => {});
  return Object.fromEntries(Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]));
}

/** Gives every answer its strict headers and its request's id. */
export function sendStrictHeaders(app: FastifyInstance): void {
  const headers = { ...headersOfHelmet(), 'content-security-policy': POLICY };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}
