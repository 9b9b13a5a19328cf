import { z } from 'zod';
import { Joined } from '../fields/joined.ts';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { Id, Instant } from '../wire/primitives.ts';
import { MemberRole } from './members.ts';

const Person = z.object({ userId: Id, firstName: z.string(), lastName: z.string() });

/** The offer to take a company over, which waits for the one it is made to (R-members-50). */
export const Handover = z.object({
  _id: Id,
  companyId: Id,
  companyName: z.string(),
  /** The owner; null when their account was erased since. */
  from: Person.nullable(),
  to: Person,
  /** Whether the caller is the one who may accept it. */
  forMe: z.boolean(),
  /** The plan that the company will be on afterwards: of its payer, else of its new owner (R-members-54). */
  planAfter: z.enum(['free', 'premium']),
  createdAt: Instant,
  expiresAt: Instant,
});
export type Handover = z.infer<typeof Handover>;

/** The form that offers a company to one of its people. */
const NewHandover = z.object({ userId: Id });

const withId = z.object({ id: Id });

export const listHandovers = defineCall({
  id: 'listHandovers',
  method: 'GET',
  path: '/handovers',
  noun: 'handovers',
  summary: 'What is offered to the caller in any company, and what the company of the call is offered to (200 at most)',
  access: 'handovers.list',
  answers: { 200: success(z.array(Handover)) },
});

export const offerHandover = defineCall({
  id: 'offerHandover',
  method: 'POST',
  path: '/handovers',
  noun: 'handovers',
  summary: 'Offer the company to one of its people; nothing changes until they accept, within 14 days',
  access: 'handovers.offer',
  fresh: 'always',
  body: NewHandover,
  answers: { 201: success(Handover) },
});

export const acceptHandover = defineCall({
  id: 'acceptHandover',
  method: 'POST',
  path: '/handovers/:id/accept',
  noun: 'handovers',
  summary: 'Become the owner of a company that was offered to the caller; the former owner becomes a manager',
  access: 'handovers.accept',
  params: withId,
  answers: { 200: success(Joined) },
});

export const declineHandover = defineCall({
  id: 'declineHandover',
  method: 'POST',
  path: '/handovers/:id/decline',
  noun: 'handovers',
  summary: 'Refuse a company that was offered to the caller',
  access: 'handovers.accept',
  params: withId,
  answers: { 200: Acknowledgement },
});

export const withdrawHandover = defineCall({
  id: 'withdrawHandover',
  method: 'DELETE',
  path: '/handovers/:id',
  noun: 'handovers',
  summary: 'Take back the offer of the company, as long as nobody accepted it',
  access: 'handovers.withdraw',
  fresh: 'always',
  params: withId,
  answers: { 200: Acknowledgement },
});

/** Why a company can only be read, and until when: it has no owner since its owner was erased (R-companies-24). */
export const Freeze = z.object({
  since: Instant,
  /** When it is deleted with everything in it, unless it has an owner by then. */
  until: Instant,
  /** The offer to whoever was named; null when that is nobody. */
  offer: Handover.nullable(),
});
export type Freeze = z.infer<typeof Freeze>;

export const getFreeze = defineCall({
  id: 'getFreeze',
  method: 'GET',
  path: '/companies/freeze',
  noun: 'handovers',
  summary: 'Why and until when the company can only be read, and who may take it over; null when it has an owner',
  access: 'companies.read-own',
  answers: { 200: success(Freeze.nullable()) },
});

/** A company without an owner, with what somebody is in it. */
const Ownerless = z.object({
  companyId: Id,
  companyName: z.string(),
  role: MemberRole,
  since: Instant,
  until: Instant,
});
export type Ownerless = z.infer<typeof Ownerless>;

export const listOwnerless = defineCall({
  id: 'listOwnerless',
  method: 'GET',
  path: '/handovers/ownerless/:userId',
  noun: 'handovers',
  summary:
    'The companies without an owner that a user works in, any of which they can be appointed to own (200 at most)',
  access: 'handovers.appoint',
  params: z.object({ userId: Id }),
  answers: { 200: success(z.array(Ownerless)) },
});

export const appointOwner = defineCall({
  id: 'appointOwner',
  method: 'POST',
  path: '/handovers/appoint',
  noun: 'handovers',
  summary: 'Make one of its people the owner of a company that has none since its owner was erased',
  access: 'handovers.appoint',
  fresh: 'always',
  body: z.object({ companyId: Id, userId: Id }),
  answers: { 200: success(Joined) },
});
