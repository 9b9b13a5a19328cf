import type { Pool } from 'pg';
import { createSealJobs } from './features/activity/seal/jobs.ts';
import { createTokenJobs } from './features/api-tokens/jobs.ts';
import { createAuthJobs } from './features/auth/jobs.ts';
import { createCompanyFileMaker } from './features/company-files/company-file-maker.ts';
import { createDeviceJobs } from './features/devices/jobs.ts';
import type { PushKind } from './features/devices/push-kinds.ts';
import { CompaniesToTell } from './features/digests/companies-to-tell.ts';
import { countTold } from './features/digests/count-told.ts';
import { digestKinds } from './features/digests/digest-kinds.ts';
import { createDigestJobs } from './features/digests/jobs.ts';
import { createExportMaker } from './features/exports/export-maker.ts';
import { createInvitationLimits } from './features/invitations/limit-invitations.ts';
import { createMemberJobs } from './features/members/jobs.ts';
import { createTrialKind } from './features/messages/emails.ts';
import { createMessageJobs } from './features/messages/jobs.ts';
import type { MessageKind } from './features/messages/kinds.ts';
import { SENT_MAILS } from './features/messages/sent/queries-mail-log.ts';
import { SENT_MESSAGES } from './features/messages/sent/queries-sent.ts';
import { createPackMaker } from './features/packs/pack-maker.ts';
import { openPaymentGateway } from './features/payments/gateway/open-payment-gateway.ts';
import { createPaymentJobs } from './features/payments/jobs.ts';
import { createPreparedFileKind } from './features/prepared-files/emails.ts';
import { createPreparedFileJobs } from './features/prepared-files/jobs.ts';
import { createPrivacyJobs } from './features/privacy/jobs.ts';
import { createHeadKind } from './features/proof/head-mail/head-kind.ts';
import { createHeadJobs } from './features/proof/head-mail/jobs.ts';
import { limitReports } from './features/reports/limit-reports.ts';
import { createStatusJobs } from './features/status-history/jobs.ts';
import { createPlanJobs } from './features/subscriptions/jobs.ts';
import { SENT_CALLS } from './features/webhooks/queries-sent.ts';
import { createAccountLimits } from './identity/account-limits.ts';
import { createScanner } from './platform/files/scanner.ts';
import { createFileJobs } from './platform/files/store/jobs.ts';
import { RateLimit } from './platform/http/rate-limits.ts';
import type { Job } from './platform/jobs/jobs.ts';
import { noteMail } from './platform/mail/mail-log.ts';
import { createMailDelivery } from './platform/mail/outbox.ts';
import type { Services } from './services.ts';

/** The services that differ between the program and its tests. */
type Given = Pick<
  Services,
  'config' | 'database' | 'files' | 'listener' | 'mailer' | 'jobs' | 'outbound' | 'log' | 'now'
>;

/** Makes the services of a server; the rest follows from its configuration. */
export function compose(given: Given): Services {
  const { config, database, now, log } = given;
  return {
    ...given,
    mailer: noteMail(given.mailer, database.db, log),
    scanner: config.clamdUrl === undefined ? null : createScanner(config.clamdUrl),
    gateway: openPaymentGateway(config, database.db, now),
    limits: createAccountLimits(database.pool, config.attemptsPerIp),
    formLimits: createFormLimits(database.pool, config.formsPerIp),
    paymentLimit: createPaymentLimit(database.pool),
    invitationLimits: createInvitationLimits(database.pool),
    reportLimits: limitReports(database.pool),
    sentSources: [SENT_MESSAGES, SENT_MAILS, SENT_CALLS],
  };
}

/** What writes the messages of each kind; a message of another kind waits for a version that knows it. */
function listMessageKinds(services: Services, companies: CompaniesToTell): MessageKind[] {
  const { config, database } = services;
  return [
    createTrialKind(config),
    createHeadKind(services),
    createPreparedFileKind(database, config),
    ...digestKinds(services, companies),
  ];
}

/** What counts for the pushes of each kind: those of the mails that they go with. */
function listPushKinds(services: Services, companies: CompaniesToTell): PushKind[] {
  const count: PushKind['count'] = (messages, now) => countTold(services, companies, { messages, now });
  return [
    { kind: 'digest', count },
    { kind: 'escalation', count },
  ];
}

/** The jobs that a server runs without being called. */
export function listJobs(services: Services): Job[] {
  const companies = new CompaniesToTell(services);
  return [
    ...createAuthJobs(services),
    ...createDeviceJobs(services, listPushKinds(services, companies)),
    ...createMemberJobs(services),
    ...createFileJobs(services),
    ...createDigestJobs(services, companies),
    ...createHeadJobs(services),
    ...createMessageJobs(services, listMessageKinds(services, companies)),
    ...createPaymentJobs(services),
    ...createPlanJobs(services),
    ...createPreparedFileJobs(services, [
      createExportMaker(services),
      createPackMaker(services),
      createCompanyFileMaker(services),
    ]),
    ...createPrivacyJobs(services),
    ...createSealJobs(services),
    ...createStatusJobs(services),
    ...createTokenJobs(services),
    createMailDelivery(services.mailer),
  ];
}

/**
 * The limits of the forms that anybody can send, an hour each: one by address, one by the sender's e-mail
 * (R-enquiries-10).
 */
function createFormLimits(pool: Pool, formsPerIp: number): Services['formLimits'] {
  return {
    formsPerAddress: new RateLimit(pool, { name: 'forms-address', points: formsPerIp, seconds: 3_600 }),
    formsPerSender: new RateLimit(pool, { name: 'forms-sender', points: 5, seconds: 3_600 }),
  };
}

/** The limit of calls that ask the payment provider, a minute a user: far above what a person does (R-payments-4). */
function createPaymentLimit(pool: Pool): RateLimit {
  return new RateLimit(pool, { name: 'payment-user', points: 60, seconds: 60 });
}
