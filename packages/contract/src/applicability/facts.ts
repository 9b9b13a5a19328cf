import { STATES } from '@anupalan/domain/states';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { ActedFor, Id, tidy } from '../wire/primitives.ts';

/** An answer that can be given to a question. */
const Choice = z.object({
  key: z.string(),
  name: z.string(),
  /** The only state in which it can be given; null in all. */
  state: z.enum(STATES).nullable(),
});

/** A question by whose answer items apply or not (R-applicability-4). */
export const Question = z.object({
  key: z.string(),
  kind: z.enum(['yes-no', 'nature', 'city']),
  question: z.string(),
  explanation: z.string(),
  /** Whether one answer counts for the company, one for each establishment, or one for the item. */
  answeredFor: z.enum(['company', 'establishment', 'item']),
  answers: z.array(Choice),
});
export type Question = z.infer<typeof Question>;

/** An answer that the company gave. */
export const Fact = z.object({
  key: z.string(),
  establishmentId: Id.nullable(),
  itemId: Id.nullable(),
  /** The title of the item that it is about. */
  title: z.string().nullable(),
  answer: z.string(),
});
export type Fact = z.infer<typeof Fact>;

/** A question with whether an obligation of the company's states asks it; others change nothing for the company. */
const AskedQuestion = Question.extend({ isAsked: z.boolean() });

const Facts = success(z.object({ questions: z.array(AskedQuestion), answers: z.array(Fact) }));

const MOST_AT_ONCE = 500;

const GivenAnswer = z.object({
  key: tidy('Please name the question').max(100, 'Please name the question'),
  /** The establishment that it is about; may be left out while the company has but one. */
  establishmentId: Id.nullish(),
  itemId: Id.nullish(),
  /** Null takes an answer back. */
  answer: tidy('Please choose an answer').max(100, 'Please choose an answer').nullable(),
});
export type GivenAnswer = z.infer<typeof GivenAnswer>;

const GivenAnswers = ActedFor.extend({
  answers: z
    .array(GivenAnswer, { error: 'Please answer a question' })
    .min(1, 'Please answer a question')
    .max(MOST_AT_ONCE, `Please give at most ${MOST_AT_ONCE} answers at once`),
});

export const listFacts = defineCall({
  id: 'listFacts',
  method: 'GET',
  path: '/facts',
  noun: 'facts',
  summary: "The catalogue's questions, and what the company has answered",
  access: 'facts.read',
  query: ActedFor,
  answers: { 200: Facts },
});

export const changeFacts = defineCall({
  id: 'changeFacts',
  method: 'PUT',
  path: '/facts',
  noun: 'facts',
  summary: 'Answer questions, all that are given or none; other answers stay',
  access: 'facts.change',
  body: GivenAnswers,
  answers: { 200: Facts },
});
