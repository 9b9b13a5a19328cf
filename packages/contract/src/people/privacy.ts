import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement } from '../wire/envelope.ts';
import { asItComes, LIMITS } from '../wire/primitives.ts';

/** The form that erases one's own account: the password of it (R-users-32). */
export const Erasure = z.object({
  password: asItComes('Password is required').min(1, 'Password is required').max(LIMITS.password),
});
export type Erasure = z.infer<typeof Erasure>;

export const downloadOwnData = defineCall({
  id: 'downloadOwnData',
  method: 'GET',
  path: '/users/profile/data',
  noun: 'privacy',
  summary: 'Everything that is held about the signed-in person, as one JSON file',
  access: 'privacy.download-own',
  fresh: 'always',
  media: ['application/json'],
  answers: { 200: z.record(z.string(), z.unknown()) },
});

export const eraseOwnAccount = defineCall({
  id: 'eraseOwnAccount',
  method: 'DELETE',
  path: '/users/profile',
  noun: 'privacy',
  summary: 'Erase the own account, and the company when nobody else belongs to it',
  access: 'privacy.erase-own',
  fresh: 'always',
  body: Erasure,
  answers: { 200: Acknowledgement },
});
