import {
  type AssignmentChange,
  type AwayChange,
  changeAssignments,
  changeOwnAway,
  listAssignments,
} from '@anupalan/contract/people/assignments';
import { request } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { useCall } from '../../lib/api/use-call.ts';

/** What was set in the company, with the people who can be assigned. */
export const assignmentsQuery = callQuery(
  listAssignments,
  { failed: 'Failed to load who is responsible' },
  ({ data, people }) => ({ lines: data, people }),
);

/** The items carry who is responsible, so that they are asked for again. */
export function useChangeAssignments() {
  return useCall({
    send: (body: AssignmentChange) => request(changeAssignments, { body, failed: 'Failed to save the assignments' }),
    done: 'Assignments saved',
    changes: ['assignments', 'compliance-items', 'checks'],
  });
}

export function useChangeAway() {
  return useCall({
    send: (body: AwayChange) => request(changeOwnAway, { body, failed: 'Failed to save your absence' }),
    done: ({ from }) => (from === null ? 'You are back' : 'Your absence is saved'),
    changes: ['assignments'],
  });
}
