import { type Act, createAct, deleteAct, listActs, type NewAct, updateAct } from '@anupalan/contract/acts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../../lib/api/api.ts';
import { askAgain } from '../../lib/api/ask-again.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { useCall } from '../../lib/api/use-call.ts';

export const ADD_FAILED = 'Failed to add act';
export const UPDATE_FAILED = 'Failed to update act';

export const actsQuery = callQuery(listActs, {}, ({ data }): Act[] => data);

export function useActs() {
  return useQuery(actsQuery);
}

/** New act; a failure is a toast and stands in the form (R-catalogue-12). */
export function useCreateAct() {
  return useCall({
    send: (body: NewAct) => request(createAct, { body, failed: ADD_FAILED }),
    onDone: (client) => askAgain(client, ['acts']),
    done: 'Act added successfully',
  });
}

/**
 * Changes are refused with 409 when the act is no longer the version that was read (R-catalogue-2); the form shows
 * failures.
 */
export function useUpdateAct() {
  return useCall({
    send: ({ read, changes }: { read: Act; changes: NewAct }) =>
      request(updateAct, {
        params: { id: read._id },
        body: { ...changes, updatedAt: read.updatedAt },
        failed: UPDATE_FAILED,
      }),
    done: 'Act updated successfully',
    changes: ['acts', 'compliance-items'],
  });
}

/** Acts that still have compliance items are refused with 409 (R-catalogue-11). */
export function useDeleteAct() {
  return useCall({
    send: ({ _id: id }: Act) => request(deleteAct, { params: { id }, failed: 'Failed to delete act' }),
    done: 'Act deleted successfully',
    changes: ['acts'],
  });
}
