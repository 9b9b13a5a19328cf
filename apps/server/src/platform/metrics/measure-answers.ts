import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerSeconds, requestsInFlight } from './registry.ts';

/** Measures every answer; registered before the calls. */
export function measureAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.routeOptions.config.endless) {
      requestsInFlight.inc();
      // Unlike the end of an answer, the end of its connection always comes.
      reply.raw.once('close', () => requestsInFlight.dec());
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (!request.routeOptions.config.endless) {
      const status = `${Math.floor(reply.statusCode / 100)}xx`;
      answerSeconds.observe({ method: request.method, path: labelOf(request), status }, reply.elapsedTime / 1_000);
    }
    done();
  });
}

/** The call's path as its route has it; files and pages are one, for there are hundreds. */
function labelOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return 'none';
  return url.startsWith('/api/') ? url : 'web-app';
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a stream that ends with its session only: it isn't timed, and may make no progress. */
    endless?: true;
  }
}
