import { ALL_STATES } from '@anupalan/domain/states';
import { z } from 'zod';
import { MaxEmployees, MinEmployees, withEmployeeRange } from './fields/employee-range.ts';
import { defineCall } from './wire/call.ts';
import { Acknowledgement, success } from './wire/envelope.ts';
import { Id, Instant, LIMITS, paragraphs, State, StateChoice, text, tidy } from './wire/primitives.ts';
import { Version } from './wire/version.ts';

/** The catalogue goes out whole, so it is capped (R-catalogue-1). */
export const MAX_ACTS = 2_000;

/**
 * The text saved for an empty name or description (R-catalogue-5); it is the sign of `ALL_STATES`, the meaning of an
 * empty state.
 */
export const NO_TEXT = '-';

export const Act = z.object({
  _id: Id,
  name: z.string(),
  state: State,
  minEmployees: z.number(),
  /** The maximum; 0 is unlimited. */
  maxEmployees: z.number(),
  /** Rich text of p, strong, em, ul, ol, li and br without attributes; empty while locked. */
  description: z.string(),
  /** Set when the reader's plan does not include summaries (R-tracker-6). */
  locked: z.literal(true).optional(),
  /** Set of an act of the company's own, which nobody else sees (R-registrations-12). */
  own: z.literal(true).optional(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type Act = z.infer<typeof Act>;

const parts = {
  name: text('Act name must be text', { min: 0, max: LIMITS.line }).transform((name) => name || NO_TEXT),
  state: tidy('State is required')
    .transform((state) => state || ALL_STATES)
    .pipe(StateChoice),
  minEmployees: MinEmployees,
  maxEmployees: MaxEmployees,
  /** Rich text of any kind; only its plain formatting is kept (R-tracker-18). */
  description: paragraphs('Description must be text', { min: 0, max: LIMITS.richText }),
};

export const NewAct = withEmployeeRange(
  z.object({
    name: parts.name.default(NO_TEXT),
    state: parts.state.default(ALL_STATES),
    minEmployees: parts.minEmployees.default(0),
    maxEmployees: parts.maxEmployees.default(0),
    description: parts.description.default(''),
  }),
);
export type NewAct = z.infer<typeof NewAct>;

/** The changes of an act; fields left out stay as they are (R-catalogue-2). */
export const ActChanges = withEmployeeRange(z.object(parts).partial().extend({ updatedAt: Version.optional() }));
export type ActChanges = z.infer<typeof ActChanges>;

export const listActs = defineCall({
  id: 'listActs',
  method: 'GET',
  path: '/acts',
  noun: 'acts',
  summary: "Every act and the company's own; summaries are locked for free users",
  access: 'acts.list',
  answers: { 200: success(z.array(Act)) },
});

export const createAct = defineCall({
  id: 'createAct',
  method: 'POST',
  path: '/acts',
  noun: 'acts',
  summary: 'Add an act',
  access: 'acts.manage',
  faults: 'list',
  body: NewAct,
  answers: { 201: success(Act) },
});

export const updateAct = defineCall({
  id: 'updateAct',
  method: 'PATCH',
  path: '/acts/:id',
  noun: 'acts',
  summary: 'Change an act; with `updatedAt` only if nobody changed it since',
  access: 'acts.manage',
  faults: 'list',
  params: z.object({ id: Id }),
  body: ActChanges,
  answers: { 200: success(Act) },
});

export const deleteAct = defineCall({
  id: 'deleteAct',
  method: 'DELETE',
  path: '/acts/:id',
  noun: 'acts',
  summary: 'Delete an act that has no compliance data',
  access: 'acts.manage',
  params: z.object({ id: Id }),
  answers: { 200: Acknowledgement },
});
