import { deleteHrDocument } from '@anupalan/contract/hr-documents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { changeHrDocuments, reloadHrDocuments } from './list-hr-documents.ts';

const FAILED = 'Failed to delete document';

export function useDeleteHrDocument() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(deleteHrDocument, { params: { id }, fallback: FAILED, mismatch: FAILED }),
    onSuccess: async (_, id) => {
      await changeHrDocuments(client, (documents) => documents.filter(({ _id }) => _id !== id));
      toast.success('Document deleted successfully');
    },
    onError: () => {
      toast.error(FAILED);
      return reloadHrDocuments(client);
    },
  });
}
