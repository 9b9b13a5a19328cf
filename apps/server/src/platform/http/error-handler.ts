import type { Failure } from '@anupalan/contract/wire/envelope';
import { UNSTORABLE } from '@anupalan/contract/wire/stored-text';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode, type Faults } from '../errors/errors.ts';
import { isDatabaseAway, isUnstorableText } from '../postgres/database-errors.ts';
import { logAnswer, noteRefusal } from './answer-log.ts';
import { STRICT_HEADERS } from './headers.ts';

/** The failures of the transport itself, in the product's own words. */
const TRANSPORT: Record<number, readonly [ErrorCode, string]> = {
  400: ['invalid', 'The request could not be read'],
  404: ['not-found', 'Not found'],
  405: ['method-not-allowed', 'Method not allowed'],
  413: ['too-large', 'The request is too large'],
  414: ['invalid', 'The address is too long'],
  415: ['unsupported-media', 'The content type is not supported'],
  429: ['too-many', 'Too many requests. Please try again later.'],
};

/** Tells a fault of what a company has stored from one of ours: the failure to answer, or null. */
export type ExplainFailure = (request: FastifyRequest) => Promise<AppError | null>;

/**
 * Answers every failure with the envelope, and logs the reason of a 5xx (R-api-2, R-api-4).
 * @param explain asked about a failure that nobody expected (R-api-62)
 */
export function handleErrors(app: FastifyInstance, explain: ExplainFailure = async () => null): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const failure = asAppError(error);
    if (failure === null) {
      request.log.error({ err: error }, 'unexpected failure');
      const explained = await explain(request).catch(() => null);
      if (explained) return sendFailure(reply, explained);
      return send(reply, 500, { status: 'error', message: 'Something went wrong. Please try again.' });
    }
    if (failure.passes) noteRefusal(request, failure);
    else if (failure.status >= 500) request.log.error({ err: error }, failure.message);
    return sendFailure(reply, failure);
  });
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, new AppError('not-found', 'Not found')));
}

/** Answers an address that matches no route and so passes no hook: it is malformed, or has too long an id (R-api-4). */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const failure =
    error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      ? new AppError('not-found', 'Not found')
      : new AppError('invalid', 'The address could not be read');
  sendFailure(reply.headers(STRICT_HEADERS).header('X-Request-Id', request.id), failure);
  logAnswer(request, reply);
}

function asAppError(error: FastifyError): AppError | null {
  if (error instanceof AppError) return error;
  if (isDatabaseAway(error)) {
    return new AppError('unavailable', 'The service is temporarily unavailable. Please try again.', { retryAfter: 5 });
  }
  if (isUnstorableText(error)) {
    return new AppError('invalid', `The request ${UNSTORABLE}`);
  }
  const [code, message] = TRANSPORT[error.statusCode ?? 500] ?? [];
  return code && message ? new AppError(code, message, { cause: error }) : null;
}

function sendFailure(reply: FastifyReply, failure: AppError): FastifyReply {
  if (failure.status < 500) noteRefusal(reply.request, failure);
  if (failure.retryAfter !== undefined) reply.header('Retry-After', Math.ceil(failure.retryAfter));
  return send(reply, failure.status, {
    status: 'error',
    message: failure.message,
    ...(failure.faults && { errors: presentFaults(reply, failure.code, failure.faults) }),
    ...(failure.rowFaults && { errors: [...failure.rowFaults] }),
  });
}

/** Faults by field; those of a rejected form as a list, where the call wants it (R-api-3). */
function presentFaults(reply: FastifyReply, code: ErrorCode, faults: Faults): Failure['errors'] {
  const listed = code === 'invalid' && reply.request.routeOptions.config.faults === 'list';
  return listed ? [...new Set(Object.values(faults))] : faults;
}

function send(reply: FastifyReply, status: number, body: Failure): FastifyReply {
  // Those of an answer that failed before any of it was sent: what is refused has no tag (R-api-7).
  reply.removeHeader('ETag').removeHeader('Content-Encoding');
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The form in which this call wants its faults (`Call.faults`). */
    faults?: 'list';
  }
}
