import { Failure } from '@anupalan/contract/wire/envelope';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requireCaller } from '../../identity/read-session.ts';
import { requireNamedCompany, type Session, signInNeeded } from '../../identity/sessions.ts';
import { isApiToken } from '../../identity/tokens/token-text.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { addressOf } from '../../platform/http/request-context.ts';
import { beginUserCall, UserCalls } from '../../platform/http/user-calls.ts';
import type { Database } from '../../platform/postgres/database.ts';
import type { Services } from '../../services.ts';
import { findForeignPage } from './foreign-pages.ts';
import { RpcFailure, rpcFailure, shapeFailures } from './rpc-failures.ts';

const PATH = '/mcp';

const SUMMARY =
  'The Model Context Protocol for assistants: tools over the calls of this page, stateless, one message at a time';

/** The answers as the document has them: each is text that the protocol's own handler wrote. */
const MESSAGES = { 200: z.unknown(), 202: z.unknown(), default: z.union([Failure, RpcFailure]) };

/**
 * Messages of one person that are worked on at once; more of them wait. They hold none of the person's ten calls, which
 * their tools' calls take, and would wait for in vain.
 */
const AT_ONCE = 4;

/** How assistants sign in (RFC 6750). */
const CHALLENGE = 'Bearer realm="API token, which begins with anu_"';

/** Assistants speak to `POST /mcp`; each message stands by itself (R-tokens-9). */
export function registerAssistantRoutes(app: FastifyInstance, { database, config, now }: Services): void {
  const atWork = new UserCalls(config.callsPerUser, AT_ONCE);
  app.route({
    method: 'POST',
    url: PATH,
    onSend: shapeFailures,
    schema: {
      operationId: 'callAssistantTools',
      tags: ['assistants'],
      summary: SUMMARY,
      security: [{ apiToken: [] }],
      response: MESSAGES,
    },
    onRequest: async (request, reply) => {
      const foreign = findForeignPage(request, config.publicUrl);
      if (foreign) return reply.code(403).send(rpcFailure(403, foreign));
      request.session = await requireToken(database, request, reply);
    },
    preHandler: async (request, reply) => {
      if (request.session) await beginUserCall(request, reply, request.session.userId, atWork);
    },
    handler: async (request, reply) => {
      const { session, body } = request;
      if (!session) throw signInNeeded();
      refuseOthers(body);
      const { log } = request;
      const whence = { bearer: bearerOf(request), address: addressOf(request) };
      const caller = { app, session, ...whence, today: todayInIndia(now()), log };
      const { answerAssistant } = await import('./answer-assistant.ts');
      const answer = await answerAssistant(caller, messageOf(request), body);
      reply.code(answer.status);
      const type = answer.headers.get('content-type');
      if (type !== null) reply.type(type);
      return await answer.text();
    },
  });
  // A session of the protocol would be listened to and ended so: there is none.
  app.route({
    method: ['GET', 'DELETE'],
    url: PATH,
    schema: { hide: true },
    onSend: shapeFailures,
    handler: async (_request, reply) => {
      reply.header('Allow', 'POST');
      throw new AppError('method-not-allowed', 'Send each message by POST: there is no stream to listen to');
    },
  });
}

/**
 * The session of the token that an assistant calls with.
 * @throws AppError unauthenticated, with the header that says how to sign in; forbidden; too-many
 */
async function requireToken(database: Database, request: FastifyRequest, reply: FastifyReply): Promise<Session> {
  reply.header('WWW-Authenticate', CHALLENGE);
  if (!isApiToken(bearerOf(request))) throw signInNeeded();
  reply.header('WWW-Authenticate', `${CHALLENGE}, error="invalid_token"`);
  const session = await requireCaller(database, request);
  reply.removeHeader('WWW-Authenticate');
  requireNamedCompany(session);
  await beginUserCall(request, reply, session.userId);
  request.endCall?.();
  return session;
}

function bearerOf({ headers }: FastifyRequest): string {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
}

/** @throws AppError invalid for several messages at once, and for what would be answered without an end. */
function refuseOthers(body: unknown): void {
  if (Array.isArray(body)) throw new AppError('invalid', 'Send one message at a time: batches are not supported');
  if (typeof body === 'object' && body !== null && 'method' in body && body.method === 'subscriptions/listen') {
    throw new AppError('invalid', 'There is nothing to subscribe to');
  }
}

/** A message as the protocol's own handler takes it, which is given the body as it was parsed. */
function messageOf({ url, headers }: FastifyRequest): Request {
  const single = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return new Request(`http://localhost${url}`, { method: 'POST', headers: single });
}
