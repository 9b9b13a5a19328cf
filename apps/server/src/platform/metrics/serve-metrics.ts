import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors/errors.ts';
import { STRICT_HEADERS } from '../http/headers.ts';
import { registry } from './registry.ts';

const PATH = '/metrics';

/** Serves the metrics beside the API, for whoever has the token; without it they are as unknown as any other path. */
export function serveMetrics(app: FastifyInstance, token: string): void {
  app.get(PATH, { schema: { hide: true } }, async (request, reply) => {
    if (!isBearer(request.headers.authorization, token)) throw new AppError('not-found', 'Not found');
    reply.header('Cache-Control', 'no-store').type(registry.contentType);
    return registry.metrics();
  });
}

/** A server of its own for the metrics, which a proxy before the application doesn't show. */
export async function listenForMetrics(
  { port, host, token }: { port: number; host: string; token: string | undefined },
  onFailure: (error: unknown) => void,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const open = token === undefined || isBearer(request.headers.authorization, token);
    if (request.method !== 'GET' || request.url?.split('?')[0] !== PATH || !open) {
      response.writeHead(404, { ...STRICT_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n');
      return;
    }
    registry.metrics().then(
      (text) => {
        const headers = { ...STRICT_HEADERS, 'Cache-Control': 'no-store', 'Content-Type': registry.contentType };
        response.writeHead(200, headers).end(text);
      },
      (error: unknown) => {
        onFailure(error);
        response.writeHead(500, STRICT_HEADERS).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Compares digests, which have one length, in a time that says nothing about where they differ. */
function isBearer(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));
}
