import {
  createOwnObligation,
  deleteOwnObligation,
  updateOwnObligation,
} from '@anupalan/contract/company/own-obligations';
import { listComplianceItems } from '@anupalan/contract/compliance-items';
import { ApiError, type Request, request, UNREADABLE } from '../../lib/api/api.ts';
import { askAgain } from '../../lib/api/ask-again.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { changeCachedItems, replaceCachedItem } from './cached-items.ts';

export const ADD_OWN_FAILED = 'Failed to add the obligation';
export const UPDATE_OWN_FAILED = 'Failed to update the obligation';
const DELETE_OWN_FAILED = 'Failed to delete the obligation';

/** Nouns that change with an own obligation: its act may be a new one, or its last. */
const CHANGED = [listComplianceItems, 'acts'];

/** New obligation of the company's own; it stands in the table at once (R-registrations-11). */
export function useCreateOwnObligation() {
  return useCall({
    send: (body: NonNullable<Request<typeof createOwnObligation>['body']>) =>
      request(createOwnObligation, { body, failed: ADD_OWN_FAILED, unreadable: UNREADABLE }),
    onDone: async (client, { data }) => {
      await changeCachedItems(client, (items) => [...items, data]);
      void askAgain(client, CHANGED);
    },
    done: 'Obligation added successfully',
    describeFailure: ({ message }) => message || ADD_OWN_FAILED,
  });
}

type Changes = { itemId: string; changes: NonNullable<Request<typeof updateOwnObligation>['body']> };

/** Changes that name the version they were made from are refused with 409 when somebody changed it since. */
export function useUpdateOwnObligation() {
  return useCall({
    send: ({ itemId, changes }: Changes) =>
      request(updateOwnObligation, {
        params: { id: itemId },
        body: changes,
        failed: UPDATE_OWN_FAILED,
        unreadable: UNREADABLE,
      }),
    onDone: async (client, { data }) => {
      await replaceCachedItem(client, data);
      void askAgain(client, CHANGED);
    },
    done: 'Obligation updated successfully',
    describeFailure: ({ message }) => message || UPDATE_OWN_FAILED,
  });
}

/** Deletes an own obligation with all that was recorded about it (R-registrations-14). */
export function useDeleteOwnObligation() {
  return useCall({
    send: (itemId: string) =>
      request(deleteOwnObligation, { params: { id: itemId }, failed: DELETE_OWN_FAILED, unreadable: UNREADABLE }),
    onDone: async (client, _, itemId) => {
      await changeCachedItems(client, (items) => items.filter(({ _id }) => _id !== itemId));
      void askAgain(client, ['acts']);
    },
    done: 'Obligation deleted successfully',
    describeFailure: ({ message }) => message || DELETE_OWN_FAILED,
    onFailure: (client, error) => {
      if (error instanceof ApiError && error.status === 404) void askAgain(client, CHANGED);
    },
  });
}
