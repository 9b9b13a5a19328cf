import { type ComplianceField, updateComplianceFields } from '@anupalan/contract/compliance-fields';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { useReloadFields } from './use-reload-fields.ts';

const FAILED = 'Failed to update compliance fields';

/** Makes several fields free or premium, all or none. */
export function useUpdateComplianceFields() {
  const reload = useReloadFields();
  return useMutation({
    mutationFn: ({ ids, accessLevel }: { ids: string[]; accessLevel: ComplianceField['accessLevel'] }) =>
      request(updateComplianceFields, { body: { ids, updates: { accessLevel } }, fallback: FAILED, mismatch: FAILED }),
    onSuccess: () => toast.success('Compliance fields updated successfully'),
    onError: (error) => toast.error(error.message),
    onSettled: reload,
  });
}
