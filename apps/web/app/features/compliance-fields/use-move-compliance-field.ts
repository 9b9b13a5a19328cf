import { updateComplianceField } from '@anupalan/contract/compliance-fields';
import { arrayMove } from '@dnd-kit/sortable';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api/api.ts';
import { askAgain } from '../../lib/api/ask-again.ts';
import { CHANGED_BY_FIELDS, complianceFieldsQuery, UPDATE_FAILED } from './calls.ts';

const KEY = ['move-compliance-field'];

/** Places count from 0. */
type Move = { id: string; from: number; to: number };

/** Moves a field among the columns, shown at once and taken back when the server refuses. */
export function useMoveComplianceField() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: KEY,
    // Moves are sent one after the other, as each builds on the one before.
    scope: { id: KEY.join() },
    mutationFn: ({ id, to }: Move) =>
      request(updateComplianceField, { params: { id }, body: { order: to + 1 }, failed: UPDATE_FAILED }),
    onMutate: async ({ from, to }) => {
      await client.cancelQueries({ queryKey: complianceFieldsQuery.queryKey });
      const previous = client.getQueryData(complianceFieldsQuery.queryKey);
      client.setQueryData(complianceFieldsQuery.queryKey, (fields) => fields && arrayMove(fields, from, to));
      return { previous };
    },
    onError: (error, _move, context) => {
      client.setQueryData(complianceFieldsQuery.queryKey, context?.previous);
      toast.error(error.message);
    },
    // Reload only after the last move: a list loaded between two lacks the second.
    onSettled: () => (client.isMutating({ mutationKey: KEY }) === 1 ? askAgain(client, CHANGED_BY_FIELDS) : undefined),
  });
}
