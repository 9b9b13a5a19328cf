import { downloadHrDocument, type HrDocument } from '@anupalan/contract/hr-documents';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { download } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';

const FAILED = 'Failed to download file';

/** Saves a document's file under its own name. */
export function useDownloadHrDocument() {
  return useMutation({
    mutationFn: async ({ _id: id, fileName }: HrDocument) =>
      saveFile(await download(downloadHrDocument, { params: { id }, fallback: FAILED }), fileName),
    onSuccess: (_, { fileName }) => toast.success(`Downloading ${fileName}`),
    onError: () => toast.error(FAILED),
  });
}
