import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './platform/database.ts';
import type { DatabaseListener } from './platform/database-listener.ts';
import type { Jobs } from './platform/jobs.ts';
import type { Mailer } from './platform/mailer.ts';
import type { Gateway } from './platform/payment-gateways.ts';
import type { AuthLimits, RateLimit } from './platform/rate-limits.ts';

/** What the features are given to work with; made once, at start. */
export interface Services {
  readonly config: Config;
  readonly database: Database;
  /** Hears what other instances announce through the database. */
  readonly listener: DatabaseListener;
  readonly mailer: Mailer;
  readonly jobs: Jobs;
  /** Null: payments are not configured. */
  readonly gateway: Gateway | null;
  readonly limits: AuthLimits;
  /** Of what makes us ask the payment provider, by user. */
  readonly paymentLimit: RateLimit;
  readonly log: FastifyBaseLogger;
  readonly now: () => Temporal.Instant;
}
