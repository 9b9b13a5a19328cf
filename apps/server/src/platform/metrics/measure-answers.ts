import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whenOver } from '../http/when-over.ts';
import { answerSeconds, requestsInFlight } from './registry.ts';

/** Measures every answer; registered before the calls. */
export function measureAnswers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.routeOptions.config.endless) requestsInFlight.inc();
    done();
  });
  whenOver(app, (request, { statusCode, elapsedTime }, end) => {
    if (request.routeOptions.config.endless) return;
    requestsInFlight.dec();
    const status = end === 'left' ? end : `${Math.floor(statusCode / 100)}xx`;
    answerSeconds.observe({ method: request.method, path: labelOf(request), status }, elapsedTime / 1_000);
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
