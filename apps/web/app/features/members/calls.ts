import {
  changeMember,
  leaveCompany,
  listMembers,
  type Member,
  type MemberChanges,
  removeMember,
} from '@anupalan/contract/people/members';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { useCall } from '../../lib/api/use-call.ts';

const FETCHING_MEMBERS_FAILED = 'Failed to fetch the people of the company';

/** People of the company: owner, managers, members, viewers (R-members-3). */
export const membersQuery = callQuery(listMembers, { failed: FETCHING_MEMBERS_FAILED }, ({ data }): Member[] => data);

export function useMembers() {
  return useQuery(membersQuery);
}

/** Person in a company, as a change of them is made. */
type Change = { member: Member; changes: MemberChanges };

/** Changes a role, or the last day of a viewer (R-members-5); done once the list shows it. */
export function useChangeMember() {
  return useCall({
    send: ({ member: { _id: id }, changes: body }: Change) =>
      request(changeMember, { params: { id }, body, failed: 'Failed to change this person' }),
    done: ({ member }) => `${member.firstName}'s place in the company was changed`,
    changes: [listMembers],
  });
}

/** Removes somebody from the company, at once (R-members-6). */
export function useRemoveMember() {
  return useCall({
    send: ({ _id: id }: Member) => request(removeMember, { params: { id }, failed: 'Failed to remove this person' }),
    done: ({ firstName }) => `${firstName} was removed from the company`,
    changes: [listMembers, 'invitations', 'handovers'],
  });
}

/** Leaves the company, at once (R-members-7). */
export function useLeaveCompany() {
  return useCall({ send: () => request(leaveCompany, { failed: 'Failed to leave the company' }) });
}
