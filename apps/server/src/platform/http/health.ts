import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { AppError } from '../errors/errors.ts';
import type { Database } from '../postgres/database.ts';

/** Milliseconds after which a database that doesn't answer counts as away. */
const READY_TIMEOUT_MS = 2_000;

/** The health calls. `live`: the process answers. `ready`: the database does too. */
export function registerHealthRoutes(app: FastifyInstance, { db }: Database): void {
  app.get('/health/live', { schema: { tags: ['health'], summary: 'The process answers' } }, async () => HEALTHY);
  app.get('/health/ready', { schema: { tags: ['health'], summary: 'The database answers too' } }, async () => {
    const answered = sql`select 1`.execute(db).then(() => true);
    if (await Promise.race([answered, giveUp()])) return HEALTHY;
    throw new AppError('unavailable', 'The database does not answer', { retryAfter: 5 });
  });
}

const HEALTHY = { status: 'success', message: 'ok' };

function giveUp(): Promise<false> {
  return new Promise((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, false).unref());
}
