import { z } from 'zod';
import { defineCall } from './wire/call.ts';
import { Id } from './wire/primitives.ts';

/**
 * The kinds of things that may have changed: what a company recorded, the catalogue, the company and its states, a user
 * in it, or who is in it as what and on which plan (R-api-16). Administrators hear of every company.
 */
export const LIVE_KINDS = ['tracker', 'catalogue', 'companies', 'users', 'members'] as const;

export const LiveKind = z.enum(LIVE_KINDS);
export type LiveKind = z.infer<typeof LiveKind>;

/**
 * An event that tells what to ask for again and never what it is now: each caller is answered what they may see.
 * `company` is the id of the company that it is about, one of those that the listener is in; null is their own workspace
 * without a company. Without it the event is about everybody's, or of a company that an administrator isn't in.
 */
export const LiveEvent = z.object({ kind: LiveKind, company: Id.nullable().optional() });
export type LiveEvent = z.infer<typeof LiveEvent>;

export const LIVE_TYPE = 'text/event-stream';

/** Milliseconds between comments on the stream, which keep it from looking idle. */
export const LIVE_BEAT_MS = 25_000;

export const listenLive = defineCall({
  method: 'GET',
  path: '/live',
  noun: 'live',
  summary: 'Server-sent events that say what to ask for again, until the session ends',
  access: 'live.listen',
  answers: { 200: LiveEvent },
});
