import { createComplianceField, type NewComplianceField } from '@anupalan/contract/compliance-fields';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { useReloadFields } from './use-reload-fields.ts';

export const ADD_FAILED = 'Failed to add compliance field';

/** Adds a field as the last column. The form shows why it could not be. */
export function useCreateComplianceField() {
  const reload = useReloadFields();
  return useMutation({
    mutationFn: (body: NewComplianceField) =>
      request(createComplianceField, { body, fallback: ADD_FAILED, mismatch: ADD_FAILED }),
    onSuccess: async () => {
      await reload();
      toast.success('Compliance field added successfully');
    },
    onError: (error) => toast.error(error.message),
  });
}
