import { randomUUIDv7 } from 'node:crypto';
import path from 'node:path';
import { constants } from 'node:zlib';
import { INSTALLATION } from '@anupalan/contract/wire/installation';
import { todayInIndia } from '@anupalan/domain/calendar-day';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { registerActivityRoutes } from './features/activity/routes.ts';
import { registerActRoutes } from './features/acts/routes.ts';
import { registerApiTokenRoutes } from './features/api-tokens/routes.ts';
import { registerApplicabilityRoutes } from './features/applicability/routes.ts';
import { registerAssignmentRoutes } from './features/assignments/routes.ts';
import { registerAssistantRoutes } from './features/assistants/routes.ts';
import { registerAuditLogRoutes } from './features/audit-log/routes.ts';
import { registerAuthRoutes } from './features/auth/routes.ts';
import { registerCalendarFeedRoutes } from './features/calendar-feeds/routes.ts';
import { registerClientRoutes } from './features/clients/routes.ts';
import { registerCompanyRoutes } from './features/companies/routes.ts';
import { registerCompanyFileRoutes } from './features/company-files/routes.ts';
import { explainUnfitRows } from './features/company-files/tables/explain-unfit-rows.ts';
import { registerComplianceFieldRoutes } from './features/compliance-fields/routes.ts';
import { registerOwnObligationRoutes } from './features/compliance-items/own/routes.ts';
import { registerComplianceItemRoutes } from './features/compliance-items/routes.ts';
import { registerContactRoutes } from './features/contact/routes.ts';
import { registerDeviceRoutes } from './features/devices/routes.ts';
import { registerDueDaysRoutes } from './features/due-days/routes.ts';
import { OF_DUTIES } from './features/events/commands-checked.ts';
import { registerEventRoutes } from './features/events/routes.ts';
import { registerExportRoutes } from './features/exports/routes.ts';
import { registerFilingLinkRoutes } from './features/filing-links/routes.ts';
import { registerFilingRunRoutes } from './features/filing-runs/routes.ts';
import { registerHandoverRoutes } from './features/handovers/routes.ts';
import { registerHrDocumentRoutes } from './features/hr-documents/routes.ts';
import { registerImportRoutes } from './features/imports/routes.ts';
import { registerInvitationRoutes } from './features/invitations/routes.ts';
import { registerJobPostingRoutes } from './features/job-postings/routes.ts';
import { registerLawRoutes } from './features/law/routes.ts';
import { registerLiveUpdates } from './features/live/routes.ts';
import { registerMailboxRoutes } from './features/mailbox/routes.ts';
import { registerMemberRoutes } from './features/members/routes.ts';
import { registerPeopleRoutes } from './features/members/routes-people.ts';
import { registerMessageRoutes } from './features/messages/routes.ts';
import { registerNotificationRoutes } from './features/notifications/routes.ts';
import { registerOverviewRoutes } from './features/overview/routes.ts';
import { registerPackRoutes } from './features/packs/routes.ts';
import { registerPasskeyRoutes } from './features/passkeys/routes.ts';
import { registerPayerRoutes } from './features/payers/routes.ts';
import { registerPaymentDateRoutes } from './features/payment-dates/routes.ts';
import { CASHFREE_CHECKOUT } from './features/payments/gateway/cashfree.ts';
import { registerPaymentRoutes } from './features/payments/routes.ts';
import { registerPlanRoutes } from './features/plans/routes.ts';
import { registerPrivacyRoutes } from './features/privacy/routes.ts';
import { registerEvidenceRoutes } from './features/proof/routes.ts';
import { registerRegistrationRoutes } from './features/registrations/routes.ts';
import { registerReminderRoutes } from './features/reminders/routes.ts';
import { registerReportRoutes } from './features/reports/routes.ts';
import { registerCheckRoutes } from './features/status-history/checks/routes.ts';
import { registerStatusHistoryRoutes } from './features/status-history/routes.ts';
import { registerSubmissionDateRoutes } from './features/submission-dates/routes.ts';
import { registerSubscriptionRoutes } from './features/subscriptions/routes.ts';
import { registerUserRoutes } from './features/users/routes.ts';
import { registerWebhookRoutes } from './features/webhooks/routes.ts';
import { COMPANY_HEADER } from './identity/read-session.ts';
import { admitCalls, openRooms, type Rooms } from './platform/admission/admit-calls.ts';
import { dropUnreadBodies } from './platform/admission/unread-bodies.ts';
import { tagAnswers } from './platform/answers/answer-tags.ts';
import { logAnswers } from './platform/http/answer-log.ts';
import { readForwardedAddresses } from './platform/http/callers/addresses.ts';
import { drainOnClose } from './platform/http/drain.ts';
import { answerBadAddress, handleErrors } from './platform/http/error-handler.ts';
import { isFromThisMachinesBrowser } from './platform/http/from-this-machine.ts';
import { sendStrictHeaders } from './platform/http/headers.ts';
import { registerHealthRoutes } from './platform/http/health.ts';
import { describeApi, showApi } from './platform/http/openapi.ts';
import { serveWebApp } from './platform/http/pages/web-app.ts';
import { takeWebBuild } from './platform/http/pages/web-builds.ts';
import { serveWellKnown } from './platform/http/pages/well-known.ts';
import { keepRequestContext } from './platform/http/request-context.ts';
import { answerClientErrors, LONGEST_MS, limitReceiving, refuseExpectations } from './platform/http/socket-answers.ts';
import { boundUnreadAnswers, STALLED_AFTER_MS } from './platform/http/unread-answers.ts';
import { limitUserCalls } from './platform/http/user-calls.ts';
import { compileValidator } from './platform/http/validation.ts';
import { refuseUnstorableHeads } from './platform/incoming/read-head.ts';
import { readJson } from './platform/incoming/read-json.ts';
import { measureAnswers } from './platform/metrics/measure-answers.ts';
import { serveMetrics } from './platform/metrics/serve-metrics.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import type { Services } from './services.ts';

/** The builds of the web app. */
const BUILDS = path.join(import.meta.dirname, '../../web/build');

const MEGABYTE = 1024 * 1024;

interface AppOptions {
  /** The rooms that calls are worked on in. */
  rooms?: Rooms;
  /** Milliseconds in which an answer that is being read must make some progress. */
  stalledAfterMs?: number;
  /** Whether the web app's pages are served beside the API. */
  pages?: boolean;
  /** Whether the start is complete: until then the server isn't ready. */
  isComplete?: () => boolean;
  /** Gives every request a span; absent where nobody wants traces. */
  traceRequests?: Tracing['traceRequests'] | undefined;
}

/** The whole server, ready to listen or to be injected into. */
export async function buildApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const { rooms = openRooms(), stalledAfterMs = STALLED_AFTER_MS, isComplete = () => true, pages = true } = options;
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: services.config.trustProxy,
    bodyLimit: MEGABYTE,
    // What a call may take at most; of all others the bodies are cut much sooner.
    requestTimeout: LONGEST_MS,
    http: { requireHostHeader: false },
    requestIdHeader: false,
    genReqId: () => randomUUIDv7(),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerClientErrors(services.log),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  refuseExpectations(app.server, services.log);
  readForwardedAddresses(app);
  readJson(app);
  drainOnClose(app);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(serializerCompiler);
  // Before all that may refuse a call, whose body is no less waited for.
  limitReceiving(app);
  admitCalls(app, rooms);
  app.decorateRequest('session', null);
  app.decorateRequest('versions', null);
  app.decorate('adminSecondFactor', services.config.adminSecondFactor);
  app.decorate('refusedTokens', services.limits.refusedTokens);
  await options.traceRequests?.(app);
  keepRequestContext(app);
  logAnswers(app);
  const { metrics } = services.config;
  if (metrics) measureAnswers(app);
  handleErrors(app, (request) => explainUnfitRows(services, request.session));
  limitUserCalls(app, services.config.callsPerUser);
  dropUnreadBodies(app);
  boundUnreadAnswers(app, stalledAfterMs);
  await protect(app);
  await app.register(registerApi, { prefix: '/api', services, isComplete });
  if (metrics?.token !== undefined && metrics.port === undefined) serveMetrics(app, metrics.token);
  serveWellKnown(app, { ...services.config, now: services.now });
  if (pages) await servePages(app, services);
  return app;
}

async function servePages(app: FastifyInstance, { config, gateway, log, now }: Services): Promise<void> {
  const build = takeWebBuild(BUILDS);
  if (!build) return log.warn(`There is no web app in ${BUILDS}: only the API is served`);
  app.addHook('onClose', async () => build.release());
  await serveWebApp(app, build.folder, {
    told: {
      [INSTALLATION.supportEmail]: config.supportEmail,
      [INSTALLATION.footerCredit]: config.footerCredit.text,
      [INSTALLATION.footerCreditUrl]: config.footerCredit.url,
      [INSTALLATION.year]: String(todayInIndia(now()).year),
    },
    also: gateway?.provider === 'cashfree' ? { '/payment/checkout': CASHFREE_CHECKOUT } : {},
    guards: guardLocalPages({ config, gateway }),
  });
}

/** The pages of what is there in local mode alone (R-mail-2, R-payments-12): elsewhere there are no such pages. */
function guardLocalPages({
  config,
  gateway,
}: Pick<Services, 'config' | 'gateway'>): Record<string, (request: FastifyRequest) => boolean> {
  return {
    '/mailbox': (request) => config.localMode && !config.smtpUrl && isFromThisMachinesBrowser(request),
    '/payment/local': (request) => gateway?.provider === 'local' && isFromThisMachinesBrowser(request),
  };
}

async function protect(app: FastifyInstance): Promise<void> {
  sendStrictHeaders(app);
  await app.register(cookie);
  tagAnswers(app);
  // Compression is quick rather than thorough: large answers are private and compressed for one reader, while assets
  // come compressed from their build.
  await app.register(compress, { brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } } });
}

interface ApiOptions {
  services: Services;
  isComplete: () => boolean;
}

async function registerApi(app: FastifyInstance, { services, isComplete }: ApiOptions): Promise<void> {
  const { apiDocs, publicUrl } = services.config;
  // Nothing between keeps an answer: who may, keeps it in memory and asks by its tag whether it still holds (R-api-7).
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('Cache-Control', 'no-store').header('Vary', COMPANY_HEADER);
    done();
  });
  refuseUnstorableHeads(app);
  if (apiDocs) await describeApi(app, publicUrl);
  registerHealthRoutes(app, services.database, isComplete);
  registerLiveUpdates(app, services);
  for (const register of FEATURES) register(app, services);
  if (apiDocs) await app.register(showApi);
}

const FEATURES = [
  registerAuthRoutes,
  registerUserRoutes,
  registerPasskeyRoutes,
  registerPrivacyRoutes,
  registerCompanyRoutes,
  registerMemberRoutes,
  registerPeopleRoutes,
  registerImportRoutes,
  registerInvitationRoutes,
  registerHandoverRoutes,
  registerPayerRoutes,
  registerApiTokenRoutes,
  registerAssistantRoutes,
  registerSubscriptionRoutes,
  registerPlanRoutes,
  registerPaymentRoutes,
  registerActRoutes,
  registerComplianceFieldRoutes,
  registerComplianceItemRoutes,
  registerOwnObligationRoutes,
  registerRegistrationRoutes,
  registerApplicabilityRoutes,
  registerLawRoutes,
  registerStatusHistoryRoutes,
  registerEvidenceRoutes,
  registerAssignmentRoutes,
  (api: FastifyInstance, services: Services) => registerCheckRoutes(api, services, OF_DUTIES),
  registerClientRoutes,
  registerCalendarFeedRoutes,
  registerEventRoutes,
  registerFilingLinkRoutes,
  registerFilingRunRoutes,
  registerDueDaysRoutes,
  registerOverviewRoutes,
  registerReportRoutes,
  registerExportRoutes,
  registerPackRoutes,
  registerCompanyFileRoutes,
  registerReminderRoutes,
  registerPaymentDateRoutes,
  registerSubmissionDateRoutes,
  registerContactRoutes,
  registerJobPostingRoutes,
  registerHrDocumentRoutes,
  registerActivityRoutes,
  registerMessageRoutes,
  registerNotificationRoutes,
  registerAuditLogRoutes,
  registerMailboxRoutes,
  registerWebhookRoutes,
  registerDeviceRoutes,
];
