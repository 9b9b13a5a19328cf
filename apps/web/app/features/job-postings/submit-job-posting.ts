import { type NewJobPosting, submitJobPosting } from '@anupalan/contract/job-postings';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { ApiError } from '../../lib/api.ts';
import { upload } from '../../lib/upload.ts';

const FAILED = 'Failed to submit job posting';

type Submission = { posting: NewJobPosting; onProgress: (percent: number) => void; signal: AbortSignal };

/** Posts a job opening. Faults of single fields are the form's to show. */
export function useSubmitJobPosting() {
  return useMutation({
    mutationFn: ({ posting: body, ...sending }: Submission) =>
      upload(submitJobPosting, { body, ...sending, fallback: FAILED, mismatch: FAILED }),
    onSuccess: () => toast.success('Job posting submitted successfully'),
    onError: (error, { signal }) => {
      if (signal.aborted) return;
      if (!(error instanceof ApiError) || Object.keys(error.faults).length === 0) toast.error(error.message);
    },
  });
}
