import { type HrDocumentChanges, updateHrDocument } from '@anupalan/contract/hr-documents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { changeHrDocuments, reloadHrDocuments } from './list-hr-documents.ts';

const FAILED = 'Failed to update document';

/** Changes what a document is called and what is said of it. The form shows why it could not be. */
export function useUpdateHrDocument() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, changes: body }: { id: string; changes: HrDocumentChanges }) =>
      (await request(updateHrDocument, { params: { id }, body, fallback: FAILED, mismatch: FAILED })).data,
    onSuccess: async (changed) => {
      await changeHrDocuments(client, (documents) =>
        documents.map((document) => (document._id === changed._id ? changed : document)),
      );
      toast.success('Document updated successfully');
    },
    onError: () => {
      toast.error(FAILED);
      return reloadHrDocuments(client);
    },
  });
}
