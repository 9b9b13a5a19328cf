import { updateJobPosting } from '@anupalan/contract/job-postings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { JOB_POSTINGS_KEY } from './list-job-postings.ts';

const FAILED = 'Failed to update job posting';

/** Says whether somebody saw to it. */
export function useUpdateJobPosting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, handled }: { id: string; handled: boolean }) =>
      (await request(updateJobPosting, { params: { id }, body: { handled }, fallback: FAILED, mismatch: FAILED })).data,
    onSuccess: (_, { handled }) => toast.success(handled ? 'Job posting marked as handled' : 'Job posting reopened'),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: JOB_POSTINGS_KEY }),
  });
}
