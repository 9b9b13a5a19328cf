import type { FastifyInstance } from 'fastify';

/** Milliseconds in which callers may finish sending and receiving when the server stops. */
const DRAIN_MS = 5_000;

/**
 * Ends a stopping server's connections as soon as their calls in flight are answered, and tells callers so: a browser
 * would otherwise keep each of them open for its next call. Those of callers who never finish sending or receiving are
 * cut after a while.
 */
export function drainOnClose(app: FastifyInstance, limitMs = DRAIN_MS): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    setTimeout(() => app.server.closeAllConnections(), limitMs).unref();
  });
  // Of the calls in flight, Fastify itself tells only those that begin from now on.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('Connection', 'close');
    done(null, payload);
  });
  // An answer that was begun before can't say it any more: its connection is ended when it has become idle.
  app.addHook('onResponse', (_request, _reply, done) => {
    if (closing) setImmediate(() => app.server.closeIdleConnections());
    done();
  });
}
