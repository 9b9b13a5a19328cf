import { z } from 'zod';
import { defineCall } from './wire/call.ts';
import { Id } from './wire/primitives.ts';

/**
 * The kinds of things that may have changed: the workspace's records, the catalogue, the company and its states, a user
 * of the workspace, who belongs to it and is invited, its registrations with what it keeps of its own, its events, or its
 * files of evidence (R-api-16).
 * Administrators hear of every workspace.
 */
export const LIVE_KINDS = [
  'tracker',
  'catalogue',
  'companies',
  'users',
  'members',
  'registrations',
  'events',
  'evidence',
] as const;

export const LiveKind = z.enum(LIVE_KINDS);
export type LiveKind = z.infer<typeof LiveKind>;

/** An event that tells what to ask for again and never what it is now: each caller is answered what they may see. */
export const LiveEvent = z.object({
  kind: LiveKind,
  /** The company it is about; without one it is about all, as a change of the catalogue is. */
  company: Id.optional(),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

export const LIVE_TYPE = 'text/event-stream';

/** Milliseconds between comments on the stream, which keep it from looking idle. */
export const LIVE_BEAT_MS = 25_000;

export const listenLive = defineCall({
  id: 'listenLive',
  method: 'GET',
  path: '/live',
  noun: 'live',
  summary: 'Server-sent events that say what to ask for again, until the session ends',
  access: 'live.listen',
  answers: { 200: LiveEvent },
});
