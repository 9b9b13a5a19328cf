import { AsyncLocalStorage } from 'node:async_hooks';
import { isIPv4 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Place } from '../admission/room.ts';

/** Who makes a request, by ids; `impersonatorId` is the administrator who is really acting. */
export interface Caller {
  readonly sessionId: string;
  readonly userId: string;
  readonly impersonatorId: string | null;
}

/** Where a request comes from and whose it turned out to be, for what is written down about it (R-audit-log-20). */
export interface RequestContext {
  readonly requestId: string;
  /** The caller's address, behind as many proxies as TRUST_PROXY says. */
  readonly address: string;
  /** The place of the call that is worked on; null for what needs none (R-api-49). */
  readonly place: Place | null;
  /** Null until a session is found or begun. */
  caller: Caller | null;
}

const contexts = new AsyncLocalStorage<RequestContext>();

/** The request that the present work is done for; undefined in jobs and at the start. */
export function currentRequest(): RequestContext | undefined {
  return contexts.getStore();
}

/** Notes whose the present request is; who first turns out to be its caller stays. */
export function noteCaller(caller: Caller): void {
  const context = contexts.getStore();
  if (context) context.caller ??= caller;
}

/** Lets all that is done for a request know it; registered before any other hook. */
export function keepRequestContext(app: FastifyInstance): void {
  app.decorateRequest('trail');
  app.addHook('onRequest', (request, _reply, done) => {
    request.trail = { requestId: request.id, address: addressOf(request), place: request.place, caller: null };
    contexts.run(request.trail, done);
  });
  // What reads the body goes on in the events of its socket, which know of no request.
  app.addHook('preValidation', (request, _reply, done) => contexts.run(request.trail, done));
}

/** The address without IPv6's clothing of IPv4; what a trusted proxy sent may be no address at all. */
export function addressOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  if (isIPv4(ip)) return ip;
  return ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : 'unknown';
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the request comes from and whose it is; unset where no hook was passed. */
    trail: RequestContext;
  }
}
