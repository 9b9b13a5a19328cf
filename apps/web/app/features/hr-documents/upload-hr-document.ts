import { type NewHrDocument, uploadHrDocument } from '@anupalan/contract/hr-documents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { upload } from '../../lib/upload.ts';
import { changeHrDocuments, reloadHrDocuments } from './list-hr-documents.ts';

const FAILED = 'Failed to upload file';

type Upload = { document: NewHrDocument; onProgress: (percent: number) => void; signal: AbortSignal };

/** Adds a document to the beginning of the list. The form shows why it could not be. */
export function useUploadHrDocument() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ document: body, ...sending }: Upload) =>
      upload(uploadHrDocument, { body, ...sending, fallback: FAILED, mismatch: FAILED }),
    onSuccess: async (document) => {
      await changeHrDocuments(client, (documents) => [document, ...documents]);
      toast.success('File uploaded successfully');
    },
    onError: async (_, { signal }) => {
      // What was called off may have arrived all the same.
      if (signal.aborted) await reloadHrDocuments(client);
      else toast.error(FAILED);
    },
  });
}
