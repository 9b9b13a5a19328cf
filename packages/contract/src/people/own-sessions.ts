import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { Id, Instant } from '../wire/primitives.ts';

/* The sessions of the own account, apart from what every page loads. */

/** An open session of the own account, as the profile lists it. */
export const OpenSession = z.object({
  _id: Id,
  /** The name that the browser gives itself (its User-Agent). */
  device: z.string(),
  createdAt: Instant,
  /** The last use, to within five minutes (R-accounts-34). */
  lastUsedAt: Instant,
  /** Whether it is the session that asks. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

export const listOwnSessions = defineCall({
  id: 'listOwnSessions',
  method: 'GET',
  path: '/users/profile/sessions',
  noun: 'users',
  summary: 'Where the own account is signed in: this session, then the last used (100 at most)',
  access: 'users.manage-own-sessions',
  answers: { 200: success(z.array(OpenSession)) },
});

export const endOwnSession = defineCall({
  id: 'endOwnSession',
  method: 'DELETE',
  path: '/users/profile/sessions/:id',
  noun: 'users',
  summary: 'End one of the own sessions',
  access: 'users.manage-own-sessions',
  fresh: 'always',
  params: z.object({ id: Id }),
  answers: { 200: Acknowledgement },
});

export const endOwnSessions = defineCall({
  id: 'endOwnSessions',
  method: 'DELETE',
  path: '/users/profile/sessions',
  noun: 'users',
  summary: 'Sign out everywhere, this session included',
  access: 'users.manage-own-sessions',
  fresh: 'always',
  answers: { 200: Acknowledgement },
});
