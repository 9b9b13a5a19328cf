import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../errors/errors.ts';
import { addressOf } from './request-context.ts';
import { whenOver } from './when-over.ts';

/** Why a request was refused: by code, in the product's own words, and the fields that were at fault. */
interface Refusal {
  readonly refused: string;
  readonly why: string;
  readonly fields?: readonly string[];
}

/** Writes a line about each request: what, when, from where, whose, why it was refused, or that nobody waited. */
export function logAnswers(app: FastifyInstance): void {
  app.decorateRequest('refusal', null);
  whenOver(app, (request, reply, end) => logAnswer(request, reply, end === 'left' ? 'left before the answer' : end));
}

/** The line of an answer: ids and figures, never what was sent (R-audit-log-21). */
export function logAnswer(request: FastifyRequest, reply: FastifyReply, end = 'answered'): void {
  // A malformed address passes no hook, and Fastify doesn't look behind the proxy for it.
  const { caller = null, address = addressOf(request) } = request.trail ?? {};
  request.log.info(
    {
      method: request.method,
      path: withoutSecrets(request.url.split('?')[0] ?? ''),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address,
      ...(caller && { user: caller.userId, session: caller.sessionId }),
      ...(caller?.impersonatorId && { impersonator: caller.impersonatorId }),
      ...request.refusal,
    },
    end,
  );
}

const SHORTEST_SECRET = 40;

/** A path without what may be a token: a private address (R-audit-log-21), or an API token (R-tokens-8). */
function withoutSecrets(path: string): string {
  // Most paths are too short for one, and looking twice for what isn't there costs more than the rest of the line.
  if (path.length < SHORTEST_SECRET && !path.includes('anu_')) return path;
  return path.replace(/anu_[\w-]+/g, 'anu_…').replace(/[\w%-]{40,}/g, '…');
}

/** Notes for the line of a request why it is refused. */
export function noteRefusal(request: FastifyRequest, { code, message, faults }: AppError): void {
  request.refusal = { refused: code, why: message, ...(faults && { fields: Object.keys(faults).slice(0, 20) }) };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request is refused; null unless it is. */
    refusal: Refusal | null;
  }
}
