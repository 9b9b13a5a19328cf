import { GIVEN_ROLES, MEMBER_ROLES } from '@anupalan/domain/members';
import { z } from 'zod';
import { defineCall } from '../wire/call.ts';
import { Acknowledgement, success } from '../wire/envelope.ts';
import { calendarDay, Id, Instant, IsoDay } from '../wire/primitives.ts';

export const MemberRole = z.enum(MEMBER_ROLES);

/** A role that somebody can be given; nobody is made an owner but by handing over (R-members-2). */
export const GivenRole = z.enum(GIVEN_ROLES, { error: 'Role must be manager, member or viewer' });

/** The acts and the period that a viewer sees; null is all (R-members-12). */
export const viewerScope = {
  /** The ids of acts. */
  acts: z.array(Id).nullable(),
  from: IsoDay.nullable(),
  to: IsoDay.nullable(),
};

export const Member = z.object({
  _id: Id,
  userId: Id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: MemberRole,
  since: Instant,
  /** The last day of a viewer; null for all others. */
  until: IsoDay.nullable(),
  ...viewerScope,
});
export type Member = z.infer<typeof Member>;

/** The changes of a member: the role by the owner, the last day of a viewer by managers too (R-members-5). */
export const MemberChanges = z
  .object({ role: GivenRole.optional(), until: calendarDay().optional() })
  .refine(({ role, until }) => role !== undefined || until !== undefined, {
    path: ['role'],
    error: 'Choose a role or a last day',
  });
export type MemberChanges = z.infer<typeof MemberChanges>;

const withId = z.object({ id: Id });

export const listMembers = defineCall({
  id: 'listMembers',
  method: 'GET',
  path: '/members',
  noun: 'members',
  summary: 'The people of the company: the owner, managers, members and viewers, each by name (500 at most)',
  access: 'members.list',
  answers: { 200: success(z.array(Member)) },
});

export const changeMember = defineCall({
  id: 'changeMember',
  method: 'PATCH',
  path: '/members/:id',
  noun: 'members',
  summary: 'Change the role of a member, or the last day of a viewer',
  access: 'members.change',
  params: withId,
  body: MemberChanges,
  answers: { 200: success(Member) },
});

export const removeMember = defineCall({
  id: 'removeMember',
  method: 'DELETE',
  path: '/members/:id',
  noun: 'members',
  summary: 'Remove somebody from the company, at once; managers remove members and viewers, the owner anybody else',
  access: 'members.remove',
  params: withId,
  answers: { 200: Acknowledgement },
});

export const leaveCompany = defineCall({
  id: 'leaveCompany',
  method: 'POST',
  path: '/members/leave',
  noun: 'members',
  summary: 'Leave the company, at once; the owner hands it over first',
  access: 'members.leave',
  answers: { 200: Acknowledgement },
});
