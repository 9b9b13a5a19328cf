import type { Failure } from '@anupalan/contract/wire/envelope';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STRICT_HEADERS } from '../http/headers.ts';
import { currentRequest } from '../http/request-context.ts';
import { busyRefusals } from '../metrics/registry.ts';
import { type Place, Room, type Size } from './room.ts';

/**
 * The size of the room of all calls (R-api-49). Twenty keep a processor and ten connections busy; the others wait, about
 * a second when each of them is a list of 150 items, the costliest of the usual calls.
 */
const CALLS: Size = { most: 100, least: 20, patience: 1 };

/** The size of the room of signing in, where people have more patience: some 5 seconds of hashing. */
const SIGN_INS: Size = { most: 100, least: 20, patience: 5 };

/** Seconds after which it is worth asking again: most of what filled a room is answered by then. */
const RETRY_AFTER_S = 2;

/** Milliseconds of which the refusals make one line of the log. */
const LINE_EVERY_MS = 1_000;

export const BUSY = 'The service is busy. Please try again shortly.';

const BODY = JSON.stringify({ status: 'error', message: BUSY } satisfies Failure);

const HEADERS = {
  ...STRICT_HEADERS,
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(BODY),
  'Cache-Control': 'no-store',
  'Retry-After': RETRY_AFTER_S,
};

/** The rooms that calls are worked on in. */
export interface Rooms {
  readonly calls: Room;
  /** The calls of signing in, which cost most and which strangers may make: they take no place of the others. */
  readonly signIns: Room;
}

/** Opens the rooms; given numbers replace how many they let in at most. */
export function openRooms({ calls = CALLS.most, signIns = SIGN_INS.most } = {}): Rooms {
  return {
    calls: new Room('calls', { ...CALLS, most: calls }),
    signIns: new Room('sign-ins', { ...SIGN_INS, most: signIns }),
  };
}

/**
 * Refuses calls while their room is full (R-api-49). Registered before every other hook: a refusal costs no session, no
 * body, no line of the log and no error, so that the server spends its time on the calls that it took. A call has its
 * place until its answer is ready, whether or not somebody still waits for it; not while its body comes in.
 */
export function admitCalls(app: FastifyInstance, rooms: Rooms): void {
  app.decorateRequest('place', null);
  const note = noteRefusals(app);
  app.addHook('onRequest', (request, reply, done) => {
    const room = roomOf(rooms, request);
    request.place = room?.enter() ?? null;
    if (!room || request.place) return done();
    note(room);
    refuse(reply);
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    request.place?.stepAside();
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    request.place?.comeBack();
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.place?.leave();
    done(null, payload);
  });
}

/** Waits for somebody else (a sender, a mail server, another call), while the present call takes no place (R-api-49). */
export async function waitAside<T>(wait: () => Promise<T>): Promise<T> {
  const place = currentRequest()?.place;
  place?.stepAside();
  try {
    return await wait();
  } finally {
    place?.comeBack();
  }
}

/** The room of a call; pages, assets and what matches no route cost next to nothing and need none. */
function roomOf({ calls, signIns }: Rooms, { routeOptions: { url = '', config } }: FastifyRequest): Room | null {
  if (!url.startsWith('/api/') || config.room === 'none') return null;
  return config.room === 'sign-ins' ? signIns : calls;
}

function refuse(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(503, { ...HEADERS, 'X-Request-Id': reply.request.id }).end(BODY);
}

/** Counts refusals, and logs those of a second as one line: a line each would cost as much as they do. */
function noteRefusals(app: FastifyInstance): (room: Room) => void {
  const refused = new Map<string, number>();
  const tell = () => {
    for (const [room, calls] of refused)
      app.log.warn({ room, calls }, 'calls were refused because the service is busy');
    refused.clear();
  };
  return ({ name }) => {
    busyRefusals.inc({ room: name });
    if (refused.size === 0) setTimeout(tell, LINE_EVERY_MS).unref();
    refused.set(name, (refused.get(name) ?? 0) + 1);
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The room that the call is worked on in, if not that of all calls; `none`: it is never refused. */
    room?: 'sign-ins' | 'none';
  }
  interface FastifyRequest {
    /** The place of the call in its room; null for what needs none. */
    place: Place | null;
  }
}
