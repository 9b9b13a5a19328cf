import type { Failure } from '@anupalan/contract/envelope';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { isDatabaseAway, isUnstorableText } from './database-errors.ts';
import { AppError, type ErrorCode, type Faults } from './errors.ts';

/** What the transport itself refuses, in the product's own words. */
const TRANSPORT: Record<number, readonly [ErrorCode, string]> = {
  400: ['invalid', 'The request could not be read'],
  404: ['not-found', 'Not found'],
  405: ['method-not-allowed', 'Method not allowed'],
  413: ['too-large', 'The request is too large'],
  414: ['invalid', 'The address is too long'],
  415: ['unsupported-media', 'The content type is not supported'],
  429: ['too-many', 'Too many requests. Please try again later.'],
  503: ['unavailable', 'The service is busy. Please try again shortly.'],
};

/** One handler for everything: the envelope for the caller, the reason of a 5xx for the log. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const failure = asAppError(error);
    if (failure === null) {
      request.log.error({ err: error }, 'unexpected failure');
      return send(reply, 500, { status: 'error', message: 'Something went wrong. Please try again.' });
    }
    if (failure.status >= 500) request.log.error({ err: error }, failure.message);
    return sendFailure(reply, failure);
  });
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, new AppError('not-found', 'Not found')));
}

/** What the socket refuses before there is a request (a malformed request line, headers too large). */
export const CLIENT_ERROR_ANSWER = ((body: string) =>
  `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`)(
  JSON.stringify({ status: 'error', message: 'The request could not be read' } satisfies Failure),
);

/** Answers an address that never becomes a route, and so passes no hook: it is malformed, or has too long an id. */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? new AppError('not-found', 'Not found')
      : new AppError('invalid', 'The address could not be read');
  reply.header('Content-Security-Policy', contentSecurityPolicy()).header('X-Content-Type-Options', 'nosniff');
  sendFailure(reply.header('X-Request-Id', request.id), failure);
}

function asAppError(error: FastifyError): AppError | null {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) {
    return new AppError('unavailable', 'The service is temporarily unavailable. Please try again.', { retryAfter: 5 });
  }
  if (isUnstorableText(error)) {
    return new AppError('invalid', 'The request has characters that cannot be stored');
  }
  const [code, message] = TRANSPORT[error.statusCode ?? 500] ?? [];
  return code && message ? new AppError(code, message, { cause: error }) : null;
}

function sendFailure(reply: FastifyReply, failure: AppError): FastifyReply {
  if (failure.retryAfter !== undefined) reply.header('Retry-After', Math.ceil(failure.retryAfter));
  return send(reply, failure.status, {
    status: 'error',
    message: failure.message,
    ...(failure.faults && { errors: presentFaults(reply, failure.faults) }),
  });
}

function presentFaults(reply: FastifyReply, faults: Faults): Failure['errors'] {
  const listed = reply.request.routeOptions.config.faults === 'list';
  return listed ? [...new Set(Object.values(faults))] : faults;
}

function send(reply: FastifyReply, status: number, body: Failure): FastifyReply {
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How the contract wants the faults of this call (`Call.faults`). */
    faults?: 'list';
  }
}
