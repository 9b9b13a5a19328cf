import { Acknowledgement, Failure } from '@anupalan/contract/wire/envelope';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../errors/errors.ts';
import type { Database } from '../postgres/database.ts';
import { DatabaseSilent } from '../postgres/database-errors.ts';

/** Milliseconds after which a database that doesn't answer counts as away. */
const READY_TIMEOUT_MS = 2_000;

/**
 * The health calls. `live`: the process answers. `ready`: the database does too, and the start is complete, with its
 * first administrator.
 */
export function registerHealthRoutes(app: FastifyInstance, { db }: Database, isComplete: () => boolean): void {
  app.get('/health/live', { ...ALWAYS, schema: describeHealth('isAlive', 'The process answers') }, async () => HEALTHY);
  app.get(
    '/health/ready',
    { ...ALWAYS, schema: describeHealth('isReady', 'The database answers too, and the start is complete') },
    async () => {
      if (!isComplete())
        throw new AppError('unavailable', 'The server is still starting', { retryAfter: 1, passes: true });
      const answered = sql`select 1`.execute(db).then(() => true);
      if (await Promise.race([answered, giveUp()])) return HEALTHY;
      const cause = new DatabaseSilent(`no answer within ${READY_TIMEOUT_MS} ms`);
      throw new AppError('unavailable', 'The database does not answer', { retryAfter: 5, cause });
    },
  );
}

/** A server that is busy is in good health. */
const ALWAYS = { config: { room: 'none' } } as const;

const HEALTHY = { status: 'success', message: 'ok' } as const;

function describeHealth(operationId: string, summary: string) {
  const response = { 200: Acknowledgement, default: Failure };
  return { operationId, tags: ['health'], summary, security: [], response };
}

function giveUp(): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, false).unref());
}
