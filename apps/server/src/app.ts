import { randomUUIDv7 } from 'node:crypto';
import path from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import etag from '@fastify/etag';
import helmet from '@fastify/helmet';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { registerActRoutes } from './features/acts/routes.ts';
import { registerAuditLogRoutes } from './features/audit-log/routes.ts';
import { registerAuthRoutes } from './features/auth/routes.ts';
import { registerCompanyRoutes } from './features/companies/routes.ts';
import { registerComplianceFieldRoutes } from './features/compliance-fields/routes.ts';
import { registerComplianceItemRoutes } from './features/compliance-items/routes.ts';
import { registerContactRoutes } from './features/contact/routes.ts';
import { registerHrDocumentRoutes } from './features/hr-documents/routes.ts';
import { registerJobPostingRoutes } from './features/job-postings/routes.ts';
import { registerLiveUpdates } from './features/live/routes.ts';
import { registerMailboxRoutes } from './features/mailbox/routes.ts';
import { registerPaymentDateRoutes } from './features/payment-dates/routes.ts';
import { CASHFREE_CHECKOUT } from './features/payments/gateway/cashfree.ts';
import { registerPaymentRoutes } from './features/payments/routes.ts';
import { registerPlanRoutes } from './features/plans/routes.ts';
import { registerReminderRoutes } from './features/reminders/routes.ts';
import { registerStatusHistoryRoutes } from './features/status-history/routes.ts';
import { registerSubmissionDateRoutes } from './features/submission-dates/routes.ts';
import { registerSubscriptionRoutes } from './features/subscriptions/routes.ts';
import { registerUserRoutes } from './features/users/routes.ts';
import { contentSecurityPolicy } from './platform/http/content-security-policy.ts';
import { answerBadAddress, CLIENT_ERROR_ANSWER, handleErrors } from './platform/http/error-handler.ts';
import { isFromThisMachinesBrowser } from './platform/http/from-this-machine.ts';
import { registerHealthRoutes } from './platform/http/health.ts';
import { describeApi, showApi } from './platform/http/openapi.ts';
import { compileValidator } from './platform/http/validation.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import type { Services } from './services.ts';

const WEB_APP = path.join(import.meta.dirname, '../../web/build/client');

const DRAIN_MS = 5_000;

const MEGABYTE = 1024 * 1024;

/** A server that answers nothing for this long is overloaded: new calls are refused until it has caught up. */
const OVERLOADED_AFTER_MS = 2_000;

/** The whole server, ready to listen or to be injected into. `overloadedAfterMs` 0 never refuses. */
export async function buildApp(
  services: Services,
  { overloadedAfterMs = OVERLOADED_AFTER_MS } = {},
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: services.config.trustProxy,
    bodyLimit: MEGABYTE,
    // A body that never ends holds its connection no longer than this; 25 MB of files may come by a slow line.
    requestTimeout: 120_000,
    http: { requireHostHeader: false },
    requestIdHeader: false,
    genReqId: () => randomUUIDv7(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: answerBadAddress,
    clientErrorHandler: (_error, socket) => {
      if (socket.writable) socket.end(CLIENT_ERROR_ANSWER);
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  readJson(app);
  app.addHook('preClose', async () => cutStalled(app));
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('session', null);
  handleErrors(app);
  await protect(app);
  await app.register(underPressure, { maxEventLoopDelay: overloadedAfterMs, retryAfter: 5 });
  await app.register(registerApi, { prefix: '/api', services });
  await serveWebApp(
    app,
    WEB_APP,
    services.gateway?.provider === 'cashfree' ? { '/payment/checkout': CASHFREE_CHECKOUT } : {},
    guardLocalPages(services),
  );
  return app;
}

/** The pages of what is there in local mode alone (R-mail-2, R-payments-12): elsewhere there are no such pages. */
function guardLocalPages({ config, gateway }: Services): Record<string, (request: FastifyRequest) => boolean> {
  return {
    '/mailbox': (request) => config.localMode && !config.smtpUrl && isFromThisMachinesBrowser(request),
    '/payment/local': (request) => gateway?.provider === 'local' && isFromThisMachinesBrowser(request),
  };
}

/**
 * Cuts the connections of callers who never finish sending, so that the server can stop; calls in flight are finished.
 */
function cutStalled(app: FastifyInstance): void {
  setTimeout(() => app.server.closeAllConnections(), DRAIN_MS).unref();
}

/**
 * JSON is the only body that is read; some clients announce it with every call, also with a DELETE that has no body.
 */
function readJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.method === 'DELETE' && body === '') done(null);
    else parse(request, body, done);
  });
}

async function protect(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  const policy = contentSecurityPolicy();
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Content-Security-Policy', policy).header('X-Request-Id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    request.log.info(
      { method: request.method, path: request.url.split('?')[0], status: reply.statusCode, ms },
      'answered',
    );
  });
  await app.register(cookie);
  await app.register(etag, { algorithm: 'sha1' });
  // Compression is quick rather than thorough: large answers are private and compressed for one reader, while assets
  // come compressed from their build.
  await app.register(compress, { brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } } });
}

async function registerApi(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  // Answers are private: a browser may keep one only to ask whether it still holds (R-api-7).
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'private, no-cache');
  });
  await describeApi(app);
  registerHealthRoutes(app, services.database);
  registerLiveUpdates(app, services);
  for (const register of FEATURES) register(app, services);
  await app.register(showApi);
}

const FEATURES = [
  registerAuthRoutes,
  registerUserRoutes,
  registerCompanyRoutes,
  registerSubscriptionRoutes,
  registerPlanRoutes,
  registerPaymentRoutes,
  registerActRoutes,
  registerComplianceFieldRoutes,
  registerComplianceItemRoutes,
  registerStatusHistoryRoutes,
  registerReminderRoutes,
  registerPaymentDateRoutes,
  registerSubmissionDateRoutes,
  registerContactRoutes,
  registerJobPostingRoutes,
  registerHrDocumentRoutes,
  registerAuditLogRoutes,
  registerMailboxRoutes,
];
