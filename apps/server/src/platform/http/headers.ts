import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
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

/** Features of a browser that no page uses; helmet has no header for them. */
const UNUSED_FEATURES = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'serial', 'usb'];

/** Helmet's headers for this policy: the same for every answer, so helmet is asked once. */
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
  const headers = {
    ...headersOfHelmet(),
    'content-security-policy': POLICY,
    'permissions-policy': UNUSED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}

/** The policy of a file that is no page: it loads nothing, and no page shows it in a frame. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Headers that say something about documents, or about answers that are made for one request. */
const NOT_FOR_FILES = [
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'Permissions-Policy',
  'Referrer-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
  'X-Request-Id',
  'X-XSS-Protection',
];

/**
 * Leaves a file of the web app the strict headers that count for one (R-api-25), a sixth of their bytes: a page has
 * twenty files, and they are most of what a browser waits for.
 */
export function sendFileHeaders(reply: FastifyReply): void {
  for (const name of NOT_FOR_FILES) reply.removeHeader(name);
  reply.header('Content-Security-Policy', FILE_POLICY);
}
