import { z } from 'zod';
import { defineCall } from './call.ts';
import { success } from './envelope.ts';
import { Id, Instant, State } from './primitives.ts';

export const Act = z.object({
  _id: Id,
  name: z.string(),
  state: State,
  minEmployees: z.number(),
  /** 0 is unlimited. */
  maxEmployees: z.number(),
  /** Rich text of p, strong, em, ul, ol, li and br without attributes; empty while locked. */
  description: z.string(),
  /** Set when the reader's plan does not include summaries. */
  locked: z.literal(true).optional(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Act = z.infer<typeof Act>;

export const listActs = defineCall({
  method: 'GET',
  path: '/acts',
  noun: 'acts',
  summary: 'Every act; summaries are locked for free users',
  access: 'signed-in',
  answers: { 200: success(z.array(Act)) },
});
