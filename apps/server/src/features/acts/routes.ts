import { listActs } from '@anupalan/contract/acts';
import { can } from '@anupalan/domain/permissions';
import type { FastifyInstance } from 'fastify';
import { keepUntilAnnounced } from '../../platform/keep-until-announced.ts';
import { serve } from '../../platform/serve.ts';
import { actorOf } from '../../platform/sessions.ts';
import type { Services } from '../../services.ts';
import { lockSummary } from './present.ts';
import { readActs } from './queries.ts';

export function registerActRoutes(app: FastifyInstance, { database, listener }: Services): void {
  const keptActs = keepUntilAnnounced(listener, 'catalogue', () => readActs(database.db));

  serve(app, database, listActs, async ({ session }) => {
    const acts = await keptActs();
    return { status: 'success', data: can(actorOf(session), 'acts.read-summary') ? acts : acts.map(lockSummary) };
  });
}
