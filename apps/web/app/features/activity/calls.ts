import { listActivity } from '@anupalan/contract/people/activity';
import type { Member } from '@anupalan/contract/people/members';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/call-query.ts';
import { fullNameOf } from '../../lib/text/person-name.ts';
import { membersQuery } from '../members/calls.ts';
import type { ActivityListState } from './activity-list-state.ts';

export const FETCHING_ACTIVITY_FAILED = 'Failed to fetch the activity';

/** Page of the activity; the previous page stays until the next one arrives. */
export function useActivity(query: ActivityListState) {
  return useQuery({
    ...callQuery(listActivity, { query, failed: FETCHING_ACTIVITY_FAILED }, (answer) => answer),
    placeholderData: keepPreviousData,
    // Whatever anybody does adds to it, so a page is never fresh.
    staleTime: 0,
  });
}

/** Choices of the people filter. */
export function usePeopleOptions() {
  return useQuery({ ...membersQuery, select: listOptions });
}

function listOptions(members: readonly Member[]) {
  return members.map((member) => ({ value: member.userId, label: fullNameOf(member) }));
}
