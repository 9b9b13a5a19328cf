import { LIVE_TYPE, listenLive } from '@anupalan/contract/live';
import { Failure } from '@anupalan/contract/wire/envelope';
import type { FastifyInstance } from 'fastify';
import { requireSession } from '../../identity/read-session.ts';
import { requireSecondFactor } from '../../identity/second-factor.ts';
import { requireCallPermission } from '../../identity/sessions.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { LiveUpdates } from './updates.ts';

/**
 * Serves the stream of live updates, the one call whose answer ends only with its session or with the server
 * (R-api-16).
 */
export function registerLiveUpdates(
  app: FastifyInstance,
  services: ConstructorParameters<typeof LiveUpdates>[0],
): void {
  const updates = new LiveUpdates(services);
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
    updates.close();
  });
  app.get(
    listenLive.path,
    {
      compress: false,
      config: { endless: true },
      // A HEAD route would open a stream and hear nothing.
      exposeHeadRoute: false,
      schema: {
        operationId: listenLive.id,
        tags: [listenLive.noun],
        summary: listenLive.summary,
        security: [{ bearer: [] }],
        response: { 200: { content: { [LIVE_TYPE]: { schema: listenLive.answers[200] } } }, default: Failure },
      },
    },
    async (request, reply) => {
      const session = await requireSession(services.database, request);
      requireSecondFactor(request.server, session);
      requireCallPermission(session, listenLive.access);
      if (stopping) throw new AppError('unavailable', 'The service is stopping. Please try again.', { retryAfter: 1 });
      reply.type(`${LIVE_TYPE}; charset=utf-8`).header('X-Accel-Buffering', 'no');
      return updates.open(session).body;
    },
  );
}
