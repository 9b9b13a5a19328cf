import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** How a request ended: with its answer, or with a caller who didn't wait for it. */
export type End = 'answered' | 'left';

/** Tells once of each request when it is over. The call of who has left is done all the same. */
export function whenOver(
  app: FastifyInstance,
  tell: (request: FastifyRequest, reply: FastifyReply, end: End) => void,
): void {
  // A call that is refused at the door passes no other hook and is no request here.
  const open = new WeakSet<FastifyRequest>();
  const tellOnce = (request: FastifyRequest, reply: FastifyReply, end: End) => {
    if (open.delete(request)) tell(request, reply, end);
  };
  app.addHook('onRequest', (request, reply, done) => {
    open.add(request);
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) tellOnce(request, reply, 'left');
    });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    tellOnce(request, reply, 'answered');
    done();
  });
}
