import { Failure } from '@anupalan/contract/envelope';
import { LIVE_TYPE, listenLive } from '@anupalan/contract/live';
import type { FastifyInstance } from 'fastify';
import { AppError } from './errors.ts';
import { LiveUpdates } from './live-updates.ts';
import { requireSession } from './sessions.ts';

/** The one call whose answer doesn't end by itself: at the end of the session or of the server. */
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
      // HEAD would listen and hear nothing.
      exposeHeadRoute: false,
      schema: {
        tags: [listenLive.noun],
        summary: listenLive.summary,
        security: [{ bearer: [] }],
        response: { 200: { content: { [LIVE_TYPE]: { schema: listenLive.answers[200] } } }, default: Failure },
      },
    },
    async (request, reply) => {
      const session = await requireSession(services.database, request);
      if (stopping) throw new AppError('unavailable', 'The service is stopping. Please try again.', { retryAfter: 1 });
      reply.type(LIVE_TYPE).header('Cache-Control', 'no-store').header('X-Accel-Buffering', 'no');
      return updates.open(session).body;
    },
  );
}
