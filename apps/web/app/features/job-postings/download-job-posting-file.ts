import { downloadJobPostingFile } from '@anupalan/contract/job-postings';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { download } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';

type Choice = { postingId: string; fileId: string; fileName: string };

/** Saves a file that came with a posting under its own name. */
export function useDownloadJobPostingFile() {
  return useMutation({
    mutationFn: async ({ postingId, fileId, fileName }: Choice) => {
      const params = { id: postingId, fileId };
      saveFile(await download(downloadJobPostingFile, { params, fallback: 'Failed to download file' }), fileName);
    },
    onSuccess: (_, { fileName }) => toast.success(`Downloading ${fileName}`),
    onError: (error) => toast.error(error.message),
  });
}
