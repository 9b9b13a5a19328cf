import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { success } from '../wire/envelope.ts';
import { Id, IsoDay } from '../wire/primitives.ts';
import { MemberRole } from './members.ts';

const CompanyPlan = z.enum(['free', 'premium']);

/** A company that the caller is in (R-companies-20). */
export const Membership = z.object({
  companyId: Id,
  companyName: z.string(),
  role: MemberRole,
  plan: CompanyPlan,
  /** The last day of a viewer; null for all others. */
  until: IsoDay.nullable(),
  /** Whether it can only be read, because it has no owner (R-companies-24). */
  frozen: z.boolean(),
});
export type Membership = z.infer<typeof Membership>;

/** What the caller is in the company that their call is about; ids and names are null where they have no company yet. */
export const OwnMember = z.object({
  companyId: Id.nullable(),
  companyName: z.string().nullable(),
  role: MemberRole,
  plan: CompanyPlan,
  frozen: z.boolean(),
  /** The companies that they are in. */
  companies: z.number().int(),
  /** The best plan of the person: their own, or that of any company they are in. HR documents go by it. */
  bestPlan: CompanyPlan,
});
export type OwnMember = z.infer<typeof OwnMember>;

export const listMemberships = defineCall({
  method: 'GET',
  path: '/memberships',
  noun: 'members',
  summary: 'The companies that the caller is in, by name; their ids are what the header x-company takes',
  access: 'companies.list',
  answers: { 200: success(z.array(Membership)) },
});
