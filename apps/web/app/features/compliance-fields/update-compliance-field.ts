import {
  type ComplianceField,
  type NewComplianceField,
  updateComplianceField,
} from '@anupalan/contract/compliance-fields';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { useReloadFields } from './use-reload-fields.ts';

export const UPDATE_FAILED = 'Failed to update compliance field';

/** Changes a field, if it still is the version that was read. The form shows why it could not be. */
export function useUpdateComplianceField() {
  const reload = useReloadFields();
  return useMutation({
    mutationFn: ({ read, changes }: { read: ComplianceField; changes: NewComplianceField }) =>
      request(updateComplianceField, {
        params: { id: read._id },
        body: { ...changes, updatedAt: read.updatedAt },
        fallback: UPDATE_FAILED,
        mismatch: UPDATE_FAILED,
      }),
    onSuccess: () => toast.success('Compliance field updated successfully'),
    onError: (error) => toast.error(error.message),
    // After a refusal too: somebody else's version may be the reason.
    onSettled: reload,
  });
}
