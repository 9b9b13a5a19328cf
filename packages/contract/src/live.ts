import { z } from 'zod';
import { defineCall } from './call.ts';

/**
 * What may have changed: what the workspace recorded, the catalogue, the company and its states, or a user of the
 * workspace. Administrators hear of every workspace.
 */
export const LIVE_KINDS = ['tracker', 'catalogue', 'companies', 'users'] as const;

export const LiveKind = z.enum(LIVE_KINDS);
export type LiveKind = z.infer<typeof LiveKind>;

/** Says what to ask for again and never what it is now: each caller is answered what they may see. */
export const LiveEvent = z.object({ kind: LiveKind });
export type LiveEvent = z.infer<typeof LiveEvent>;

export const LIVE_TYPE = 'text/event-stream';

/** Comments keep the stream from looking idle, at this interval in ms. */
export const LIVE_BEAT_MS = 25_000;

export const listenLive = defineCall({
  method: 'GET',
  path: '/live',
  noun: 'live',
  summary: 'Server-sent events that say what to ask for again, until the session ends',
  access: 'signed-in',
  answers: { 200: LiveEvent },
});
