import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Bytes of a refused body that are dropped: a table of 50 MB, the largest of the usual forms, is heard to its end. */
const MOST_DROPPED_BYTES = 64 * 1024 * 1024;

/** The time that the rest of a refused body has to come. */
const MOST_MS = 120_000;

/** How often it is looked how much came. */
const LOOK_MS = 50;

const TOO_LARGE = 413;

/**
 * Lets the sender of a body hear that it was refused (R-api-53). Browsers read no answer before they have sent all, and a
 * connection that is closed meanwhile is reset, answer and all; so the rest is read and dropped, and who sends more than
 * is dropped is cut. Registered after what gives the call's place up: nobody's is taken by who is only listened to.
 */
export function dropUnreadBodies(app: FastifyInstance, mostBytes = MOST_DROPPED_BYTES): void {
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (isWhole(raw)) return done(null, payload);
    // Of one that is too large Fastify says that the connection ends, where it is only the body that does.
    if (reply.statusCode === TOO_LARGE) reply.removeHeader('connection');
    if (reply.raw.shouldKeepAlive && !reply.hasHeader('connection')) return done(null, payload);
    // The answer ends the connection, as proxies and a stopping server ask for: it waits for the rest.
    void dropRest(raw, mostBytes).then(() => done(null, payload));
  });
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    done();
    if (isWhole(raw)) return;
    void dropRest(raw, mostBytes).then(() => {
      if (!raw.complete) raw.socket.destroy();
    });
  });
}

/** Whether all of a request is there; of one that didn't come over a connection it always is. */
function isWhole({ complete, socket }: IncomingMessage): boolean {
  return complete || !(socket instanceof Socket) || socket.destroyed;
}

/** Drops what still comes of a body; resolves at its end, once it was too much, or when the time is over. */
function dropRest(raw: IncomingMessage, mostBytes: number): Promise<void> {
  const { socket } = raw;
  const before = socket.bytesRead;
  const until = performance.now() + MOST_MS;
  // Whoever read it would hold it back.
  raw.unpipe();
  raw.resume();
  return new Promise((resolve) => {
    const end = () => {
      clearInterval(look);
      resolve();
    };
    // Looked at, because Node.js takes away who listens to what it drops itself.
    const look = setInterval(() => {
      const goesOn = !isWhole(raw) && socket.bytesRead - before < mostBytes && performance.now() < until;
      if (!goesOn) end();
    }, LOOK_MS).unref();
    raw.once('end', end);
  });
}
