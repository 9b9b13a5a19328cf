import { updateComplianceField } from '@anupalan/contract/compliance-fields';
import { arrayMove } from '@dnd-kit/sortable';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { complianceFieldsQuery } from './list-compliance-fields.ts';
import { useReloadFields } from './use-reload-fields.ts';

const FAILED = 'Failed to update compliance field';

const KEY = ['move-compliance-field'];

/** Places count from 0. */
type Move = { id: string; from: number; to: number };

/** Moves a field to another place among the columns: at once on the screen, back when the server refuses. */
export function useMoveComplianceField() {
  const client = useQueryClient();
  const reload = useReloadFields();
  return useMutation({
    mutationKey: KEY,
    // Moves are made one after the other: each is meant on top of the one before.
    scope: { id: KEY.join() },
    mutationFn: ({ id, to }: Move) =>
      request(updateComplianceField, { params: { id }, body: { order: to + 1 }, fallback: FAILED, mismatch: FAILED }),
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
    // Only after the last: what is loaded between two moves lacks the second.
    onSettled: () => (client.isMutating({ mutationKey: KEY }) === 1 ? reload() : undefined),
  });
}
