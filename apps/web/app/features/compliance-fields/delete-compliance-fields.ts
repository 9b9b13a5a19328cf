import { deleteComplianceField, deleteComplianceFields } from '@anupalan/contract/compliance-fields';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { useReloadFields } from './use-reload-fields.ts';

/** Deletes one field, or several: all or none. Their values go with them. */
export function useDeleteComplianceFields() {
  const reload = useReloadFields();
  return useMutation({
    mutationFn: sendDeletion,
    onSuccess: (_answer, ids) => toast.success(`Compliance ${nounFor(ids)} deleted successfully`),
    onError: (error) => toast.error(error.message),
    onSettled: reload,
  });
}

function sendDeletion(ids: readonly [string, ...string[]]) {
  const failed = `Failed to delete compliance ${nounFor(ids)}`;
  const words = { fallback: failed, mismatch: failed };
  return ids.length === 1
    ? request(deleteComplianceField, { params: { id: ids[0] }, ...words })
    : request(deleteComplianceFields, { body: { ids: [...ids] }, ...words });
}

function nounFor(ids: readonly string[]): string {
  return ids.length === 1 ? 'field' : 'fields';
}
