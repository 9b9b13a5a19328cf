import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from '@anupalan/contract/wire/envelope';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { STRICT_HEADERS } from './headers.ts';

/** What never becomes a request, by the error that Node.js gives it; anything else is unreadable. */
const BY_ERROR: Readonly<Record<string, readonly [line: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['413 Payload Too Large', 'The request is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long'],
};

/** The time in which callers may read why they were refused. */
const CLOSED_AFTER_MS = 5_000;

const REFUSED = 'refused what is no request';

const UNREADABLE = ['400 Bad Request', 'The request could not be read'] as const;

/**
 * Answers on the bare socket what is no request: a malformed request line, headers too large, a body that never ends
 * (R-api-4, R-api-25).
 */
export function answerClientErrors(log: Pick<FastifyBaseLogger, 'info'>) {
  return ({ code = '' }: { code?: string }, socket: Socket): void => {
    if (!socket.writable) return;
    const [line, message] = BY_ERROR[code] ?? UNREADABLE;
    const body = bodyOf(message);
    const headers = Object.entries(headersOf(body)).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${line}`, ...headers, '', body].join('\r\n'));
    // Ended from here alone, a connection stays for as long as the caller goes on sending.
    setTimeout(() => socket.destroy(), CLOSED_AFTER_MS).unref();
    // Behind a proxy this is the proxy's address: nothing that was sent can be believed.
    log.info({ status: Number(line.slice(0, 3)), address: socket.remoteAddress, refused: code, why: message }, REFUSED);
  };
}

/** Answers what a caller expects of a server other than "100-continue", which Node.js refuses before any hook. */
export function refuseExpectations(server: Server, log: Pick<FastifyBaseLogger, 'info'>): void {
  server.on('checkExpectation', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const why = 'The expectation cannot be met';
    const body = bodyOf(why);
    response.writeHead(417, headersOf(body)).end(body);
    log.info({ status: 417, address: socket.remoteAddress, refused: 'HTTP_EXPECTATION', why }, REFUSED);
  });
}

/** A body that never ends holds its connection no longer than this; 25 MB of files may come by a slow line. */
const USUAL_MS = 120_000;

/** The time of the calls that have more, at most. */
export const LONGEST_MS = 2 * 3_600_000;

/**
 * Cuts off the sender of a body that isn't there in the time of its call, as Node.js does (R-api-25). The time runs
 * from the request's head, because an address that matches no route passes no hook; a route may lengthen it.
 */
export function limitReceiving(app: FastifyInstance, usualMs = USUAL_MS): void {
  const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();
  const limit = (request: IncomingMessage, ms: number) => {
    clearTimeout(timers.get(request));
    const cut = () => {
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (!request.complete) app.server.emit('clientError', error, request.socket);
    };
    timers.set(request, setTimeout(cut, ms).unref());
  };
  app.server.prependListener('request', (request) => {
    const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
    if (coding === undefined && length === '0') return;
    limit(request, usualMs);
    request.once('close', () => clearTimeout(timers.get(request)));
  });
  app.addHook('onRequest', ({ raw, routeOptions: { config } }, _reply, done) => {
    if (config.receivedWithinMs !== undefined && timers.has(raw)) limit(raw, config.receivedWithinMs);
    done();
  });
}

function headersOf(body: string): Record<string, string | number> {
  return {
    ...STRICT_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    Connection: 'close',
  };
}

function bodyOf(message: string): string {
  return JSON.stringify({ status: 'error', message } satisfies Failure);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The time in which the body of this call has to be there (`Call.upload.minutes`). */
    receivedWithinMs?: number;
  }
}
