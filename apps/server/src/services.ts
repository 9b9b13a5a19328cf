import type { CompanyPlan } from '@anupalan/domain/members';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { SentSource } from './features/messages/sent/sent-source.ts';
import type { Gateway } from './features/payments/gateway/open-payment-gateway.ts';
import type { AccountLimits } from './identity/account-limits.ts';
import type { Scanner } from './platform/files/scanner.ts';
import type { OpenFileStore } from './platform/files/store/open-file-store.ts';
import type { RateLimit } from './platform/http/rate-limits.ts';
import type { Queue } from './platform/jobs/jobs.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import type { Outbound } from './platform/outbound/outbound.ts';
import type { Database } from './platform/postgres/database.ts';
import type { DatabaseListener } from './platform/postgres/database-listener.ts';

/** The services that features work with; made once, at start (`compose`). */
export interface Services {
  readonly config: Config;
  readonly database: Database;
  /** The connection that hears what other instances announce through the database. */
  readonly listener: DatabaseListener;
  readonly mailer: Mailer;
  /** The virus scanner; null when none is configured (R-api-48). */
  readonly scanner: Scanner | null;
  /** Where the bytes of files lie. */
  readonly files: OpenFileStore;
  readonly jobs: Queue;
  /** The client for addresses that customers name. */
  readonly outbound: Outbound;
  /** The payment gateway; null when payments are not configured (R-payments-12). */
  readonly gateway: Gateway | null;
  readonly limits: AccountLimits;
  /** The limits of the forms that anybody can send; one count for all forms. */
  readonly formLimits: { readonly formsPerAddress: RateLimit; readonly formsPerSender: RateLimit };
  /** The limit of calls that ask the payment provider, by user (R-payments-4). */
  readonly paymentLimit: RateLimit;
  /** The limits of invitations that are mailed (R-members-35). */
  readonly invitationLimits: { readonly perCompany: RateLimit; readonly perPerson: RateLimit };
  /** The limits of addresses that a person mails reports to, by the plan of the company (R-reports-8). */
  readonly reportLimits: Readonly<Record<CompanyPlan, RateLimit>>;
  /** Who sends something to people, and can say what went out (R-messages-14). */
  readonly sentSources: readonly SentSource[];
  readonly log: FastifyBaseLogger;
  readonly now: () => Temporal.Instant;
}
