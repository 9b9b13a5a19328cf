import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { waitAside } from '../admission/admit-calls.ts';
import { AppError } from '../errors/errors.ts';

/** Calls of one user that run at once, and that wait for one of those to end (R-api-19). */
export const AT_ONCE = 10;
export const WAITING = 100;

const TOO_MANY = 'Too many requests. Please try again later.';

/** Tells that a call has ended; only the first time counts. */
export type EndCall = () => void;

interface CallsOfUser {
  running: number;
  /** The calls that wait, the earliest first. */
  readonly waiting: { readonly begin: () => void }[];
}

/**
 * The calls of each user, in a minute and at once, on this instance (R-api-19). What one user waits for is their own
 * calls, never another's.
 */
export class UserCalls {
  readonly #perMinute: RateLimiterMemory;
  readonly #atOnce: number;
  readonly #users = new Map<string, CallsOfUser>();

  constructor(perMinute: number, atOnce = AT_ONCE) {
    this.#atOnce = atOnce;
    this.#perMinute = new RateLimiterMemory({ points: perMinute, duration: 60 });
  }

  /**
   * Resolves when the user's call may run, in the order in which their calls came; `gone`, which is asked for by a call
   * that waits, gives up its place.
   * @returns what must be told when it has ended.
   * @throws AppError too-many with the seconds to wait.
   */
  async begin(userId: string, gone: () => AbortSignal): Promise<EndCall> {
    await this.#count(userId);
    const calls = this.#users.get(userId) ?? { running: 0, waiting: [] };
    this.#users.set(userId, calls);
    if (calls.running < this.#atOnce) calls.running++;
    else await waitAside(() => wait(calls, gone()));
    let ended = false;
    return () => {
      if (!ended) this.#end(userId, calls);
      ended = true;
    };
  }

  /** A call that ends hands its place to the one that waits longest. */
  #end(userId: string, calls: CallsOfUser): void {
    const next = calls.waiting.shift();
    if (next) next.begin();
    else if (--calls.running === 0) this.#users.delete(userId);
  }

  async #count(userId: string): Promise<void> {
    try {
      await this.#perMinute.consume(userId);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw new AppError('too-many', TOO_MANY, { retryAfter: refused.msBeforeNext / 1000 });
    }
  }
}

function wait(calls: CallsOfUser, gone: AbortSignal): Promise<void> {
  if (calls.waiting.length >= WAITING) throw new AppError('too-many', TOO_MANY, { retryAfter: 1 });
  return new Promise((resolve, reject) => {
    const leave = () => {
      calls.waiting.splice(calls.waiting.indexOf(place), 1);
      reject(new AppError('too-many', TOO_MANY, { retryAfter: 1 }));
    };
    const place = {
      begin: () => {
        gone.removeEventListener('abort', leave);
        resolve();
      },
    };
    gone.addEventListener('abort', leave, { once: true });
    calls.waiting.push(place);
    if (gone.aborted) leave();
  });
}

/**
 * Limits the calls of each user: `serve` begins them with {@link beginUserCall}. A call ends when its answer is ready,
 * or, if it is a stream, when it has been read to its end: what is not read yet is bounded elsewhere.
 */
export function limitUserCalls(app: FastifyInstance, perMinute: number): void {
  app.decorate('userCalls', new UserCalls(perMinute));
  app.decorateRequest('caller', null);
  app.decorateRequest('endCall', null);
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (!(payload instanceof Readable)) request.endCall?.();
    done(null, payload);
  });
}

/**
 * Begins a call of a user, as soon as fewer of theirs run.
 * @param calls those that are counted together
 * @throws AppError too-many with the seconds to wait
 */
export async function beginUserCall(
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  calls: UserCalls = request.server.userCalls,
): Promise<void> {
  request.caller = userId;
  let hasGone = false;
  reply.raw.once('close', () => {
    hasGone = true;
    request.endCall?.();
  });
  request.endCall = await calls.begin(userId, () => untilClosed(reply));
  if (hasGone) request.endCall();
}

/** Few calls wait, and only those need a signal. */
function untilClosed({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  if (raw.closed) gone.abort();
  else raw.once('close', () => gone.abort());
  return gone.signal;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly userCalls: UserCalls;
  }
  interface FastifyRequest {
    /** The user who really calls; null for calls without a session. */
    caller: string | null;
    endCall: EndCall | null;
  }
}
