import { ASSIGNMENT_SCOPES } from '@anupalan/domain/assignments';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { calendarDay, Id, IsoDay } from '../wire/primitives.ts';
import { MemberRole } from './members.ts';

/** The people of an item: each from the most specific scope that names one (R-checks-2). */
export const Assignment = z.object({
  /** The company's owner when nobody else; null when that default was taken away (R-checks-3). */
  responsible: Id.nullable(),
  deputy: Id.nullable(),
  checker: Id.nullable(),
});
export type Assignment = z.infer<typeof Assignment>;

/** Both days are included. */
export const Away = z.object({ from: IsoDay, to: IsoDay });
export type Away = z.infer<typeof Away>;

/** What was set for the company, an act or an item; null is left to the scopes that are less specific. */
const AssignmentOfScope = Assignment.extend({
  scope: z.enum(ASSIGNMENT_SCOPES),
  /** The act or the item; null for the company. */
  id: Id.nullable(),
  evidenceRequired: z.boolean().nullable(),
  /** There where the company's default was taken away, so that nobody is responsible by it (R-checks-3). */
  responsibleTakenAway: z.literal(true).optional(),
  /** There where its checker left, so that the owner checks until a manager says otherwise (R-checks-5). */
  checkerGone: z.literal(true).optional(),
});
export type AssignmentOfScope = z.infer<typeof AssignmentOfScope>;

/** Somebody who can be assigned: the owner, a manager or a member. */
export const Colleague = z.object({
  userId: Id,
  firstName: z.string(),
  lastName: z.string(),
  role: MemberRole,
  /** There while they are away, or will be. */
  away: Away.nullable(),
});
export type Colleague = z.infer<typeof Colleague>;

export const listAssignments = defineCall({
  id: 'listAssignments',
  method: 'GET',
  path: '/assignments',
  noun: 'assignments',
  summary: 'Who is responsible, deputy and checker by company, act and item, and the people who can be (100 at most)',
  access: 'assignments.list',
  answers: { 200: success(z.array(AssignmentOfScope)).extend({ people: z.array(Colleague) }) },
});

/** Items and acts that are assigned at once, at most. */
const MOST_AT_ONCE = 1_000;

const Person = z.uuidv7('Choose a member of the company').nullable().optional();

/** Null takes away what was set; what is left out stays as it is (R-checks-4). */
export const AssignmentChange = z
  .object({
    scope: z.enum(ASSIGNMENT_SCOPES, { error: 'Scope must be company, act or item' }),
    /** Of acts or items; none for the company. */
    ids: z
      .array(z.uuidv7('Not found'), 'Choose what to assign')
      .max(MOST_AT_ONCE, `Choose at most ${MOST_AT_ONCE.toLocaleString('en-IN')} at once`)
      .optional(),
    responsible: Person,
    deputy: Person,
    checker: Person,
    evidenceRequired: z.boolean('Evidence is required or not').nullable().optional(),
  })
  .refine(({ scope, ids = [] }) => (scope === 'company' ? ids.length === 0 : ids.length > 0), {
    path: ['ids'],
    error: ({ input }) =>
      typeof input === 'object' && input !== null && 'scope' in input && input.scope === 'company'
        ? 'The company needs no ids'
        : 'Choose what to assign',
  })
  .refine(
    ({ responsible, deputy, checker, evidenceRequired }) =>
      [responsible, deputy, checker, evidenceRequired].some((given) => given !== undefined),
    { path: ['responsible'], error: 'Choose who is responsible, deputy or checker' },
  );
export type AssignmentChange = z.infer<typeof AssignmentChange>;

export const changeAssignments = defineCall({
  id: 'changeAssignments',
  method: 'PUT',
  path: '/assignments',
  noun: 'assignments',
  summary: 'Set who is responsible, deputy and checker of the company, of acts or of items, many at once',
  access: 'assignments.change',
  body: AssignmentChange,
  answers: { 200: Acknowledgement },
});

const AWAY_FAULT = 'Choose both days';

/** The days of an absence; null in both ends it (R-checks-15). */
export const AwayChange = z
  .object({ from: calendarDay(AWAY_FAULT).nullable(), to: calendarDay(AWAY_FAULT).nullable() })
  .refine(({ from, to }) => (from === null) === (to === null), { path: ['to'], error: AWAY_FAULT })
  .refine(({ from, to }) => from === null || to === null || from <= to, {
    path: ['to'],
    error: 'The last day must not be before the first',
  });
export type AwayChange = z.infer<typeof AwayChange>;

export const changeOwnAway = defineCall({
  id: 'changeOwnAway',
  method: 'PUT',
  path: '/users/profile/away',
  noun: 'users',
  summary: 'Say from when to when one is away, so that deputies stand in; null ends it',
  access: 'users.change-own-away',
  body: AwayChange,
  answers: { 200: success(z.object({ away: Away.nullable() })) },
});
