import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { Id, Instant } from '../wire/primitives.ts';

const Person = z.object({ userId: Id, firstName: z.string(), lastName: z.string() });

/** Who pays for a company, and so decides its plan: its owner, unless a premium member accepted to (R-members-60). */
export const Payer = z.object({
  payer: Person.extend({ isOwner: z.boolean() }).nullable(),
  plan: z.enum(['free', 'premium']),
  /** The member who was asked to pay and hasn't answered yet. */
  asked: Person.extend({ forMe: z.boolean(), askedAt: Instant }).nullable(),
});
export type Payer = z.infer<typeof Payer>;

/** The form that asks a member to pay. */
const NewPayer = z.object({ userId: Id });

export const getPayer = defineCall({
  id: 'getPayer',
  method: 'GET',
  path: '/companies/payer',
  noun: 'payers',
  summary: 'Who pays for the company, and who was asked to',
  access: 'companies.read-payer',
  answers: { 200: success(Payer) },
});

export const askPayer = defineCall({
  id: 'askPayer',
  method: 'POST',
  path: '/companies/payer',
  noun: 'payers',
  summary: 'Ask a member with Premium to pay for the company; nothing changes until they accept, within 14 days',
  access: 'companies.change-payer',
  body: NewPayer,
  answers: { 200: success(Payer) },
});

export const acceptPayer = defineCall({
  id: 'acceptPayer',
  method: 'POST',
  path: '/companies/payer/accept',
  noun: 'payers',
  summary: 'Pay for the company from now on, with the own Premium plan, as its owner asked',
  access: 'companies.accept-payer',
  answers: { 200: success(Payer) },
});

export const endPayer = defineCall({
  id: 'endPayer',
  method: 'DELETE',
  path: '/companies/payer',
  noun: 'payers',
  summary: 'Let the owner pay again, and take back or refuse what was asked: by the owner, or by who pays or was asked',
  access: 'companies.end-payer',
  answers: { 200: success(Payer) },
});
