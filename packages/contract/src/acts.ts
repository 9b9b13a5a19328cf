import { ALL_STATES } from '@anupalan/domain/states';
import { z } from 'zod';
import { defineCall } from './call.ts';
import { employeeRange, MaxEmployees, MinEmployees } from './employee-range.ts';
import { Acknowledgement, success } from './envelope.ts';
import { Id, Instant, LIMITS, State, StateChoice, text } from './primitives.ts';
import { Version } from './version.ts';

/** The catalogue goes out whole, so it is capped (decisions, section 2). */
export const MAX_ACTS = 2_000;

/** What is saved for an empty name, state or description (specification 2, section 3). */
export const NOTHING = '-';

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

const parts = {
  name: text('Act name must be text', { min: 0, max: LIMITS.line }).transform((name) => name || NOTHING),
  state: z
    .string({ error: 'State is required' })
    .transform((state) => state.trim() || ALL_STATES)
    .pipe(StateChoice),
  minEmployees: MinEmployees,
  maxEmployees: MaxEmployees,
  /** Any rich text comes in; only its plain formatting is kept. */
  description: text('Description must be text', { min: 0, max: LIMITS.richText }),
};

export const NewAct = z
  .object({
    name: parts.name.default(NOTHING),
    state: parts.state.default(ALL_STATES),
    minEmployees: parts.minEmployees.default(0),
    maxEmployees: parts.maxEmployees.default(0),
    description: parts.description.default(''),
  })
  .refine(...employeeRange());
export type NewAct = z.infer<typeof NewAct>;

/** What is left out stays as it is. */
export const ActChanges = z
  .object(parts)
  .partial()
  .extend({ updatedAt: Version.optional() })
  .refine(...employeeRange());
export type ActChanges = z.infer<typeof ActChanges>;

export const listActs = defineCall({
  method: 'GET',
  path: '/acts',
  noun: 'acts',
  summary: 'Every act; summaries are locked for free users',
  access: 'signed-in',
  answers: { 200: success(z.array(Act)) },
});

export const createAct = defineCall({
  method: 'POST',
  path: '/acts',
  noun: 'acts',
  summary: 'Add an act',
  access: 'administrator',
  faults: 'list',
  body: NewAct,
  answers: { 201: success(Act) },
});

export const updateAct = defineCall({
  method: 'PATCH',
  path: '/acts/:id',
  noun: 'acts',
  summary: 'Change an act; with `updatedAt` only if nobody changed it since',
  access: 'administrator',
  faults: 'list',
  params: z.object({ id: Id }),
  body: ActChanges,
  answers: { 200: success(Act) },
});

export const deleteAct = defineCall({
  method: 'DELETE',
  path: '/acts/:id',
  noun: 'acts',
  summary: 'Delete an act that has no compliance data',
  access: 'administrator',
  params: z.object({ id: Id }),
  answers: { 200: Acknowledgement },
});
