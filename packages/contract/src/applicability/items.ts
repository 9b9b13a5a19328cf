import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { ActedFor, calendarDay, Id, Instant, IsoDay, orNull, paragraphs, State } from '../wire/primitives.ts';
import { Question } from './facts.ts';

/** The question that decides whether an item applies, and what it is asked of. */
const OpenQuestion = Question.extend({
  /** The establishment; null for the company and the item, and in a state where no establishment is listed. */
  establishmentId: Id.nullable(),
  state: State,
});

/** An item that may apply to the company, with the question that decides it (R-applicability-5). */
export const MayApply = z.object({
  _id: Id,
  actId: Id,
  title: z.string(),
  state: State,
  question: OpenQuestion,
});
export type MayApply = z.infer<typeof MayApply>;

/** An item of which the company says that it does not apply (R-applicability-8). */
export const DoesNotApply = z.object({
  _id: Id,
  actId: Id,
  title: z.string(),
  state: State,
  reason: z.string(),
  /** The last day of it; null is for good. */
  until: IsoDay.nullable(),
  excludedBy: z.string(),
  createdAt: Instant,
});
export type DoesNotApply = z.infer<typeof DoesNotApply>;

const MOST_REASON = 500;

export const NewExclusion = ActedFor.extend({
  reason: paragraphs('Please say why it does not apply', { max: MOST_REASON }),
  /** The last day; without one it holds until it is taken back. */
  until: orNull(calendarDay()).default(null),
});
export type NewExclusion = z.infer<typeof NewExclusion>;

export const listMayApply = defineCall({
  id: 'listMayApply',
  method: 'GET',
  path: '/compliance/may-apply',
  noun: 'applicability',
  summary: 'The items that may apply, each with the question that decides it; they are in no other list',
  access: 'applicability.read',
  query: ActedFor,
  answers: { 200: success(z.array(MayApply)) },
});

export const listDoesNotApply = defineCall({
  id: 'listDoesNotApply',
  method: 'GET',
  path: '/compliance/does-not-apply',
  noun: 'applicability',
  summary: 'The items of which the company says that they do not apply to it',
  access: 'applicability.read',
  query: ActedFor,
  answers: { 200: success(z.array(DoesNotApply)) },
});

export const excludeItem = defineCall({
  id: 'excludeItem',
  method: 'PUT',
  path: '/compliance/data/:id/does-not-apply',
  noun: 'applicability',
  summary: 'Say that an item does not apply to the company; it leaves rows, reminders and figures',
  access: 'applicability.exclude',
  params: z.object({ id: Id }),
  body: NewExclusion,
  answers: { 200: success(DoesNotApply) },
});

export const includeItem = defineCall({
  id: 'includeItem',
  method: 'DELETE',
  path: '/compliance/data/:id/does-not-apply',
  noun: 'applicability',
  summary: 'Take back that an item does not apply',
  access: 'applicability.exclude',
  params: z.object({ id: Id }),
  query: ActedFor,
  answers: { 200: Acknowledgement },
});
