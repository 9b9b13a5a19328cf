import { deleteJobPosting } from '@anupalan/contract/job-postings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { request } from '../../lib/api.ts';
import { JOB_POSTINGS_KEY } from './list-job-postings.ts';

const FAILED = 'Failed to delete job posting';

export function useDeleteJobPosting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => request(deleteJobPosting, { params: { id }, fallback: FAILED, mismatch: FAILED }),
    onSuccess: () => toast.success('Job posting deleted successfully'),
    onError: (error) => toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: JOB_POSTINGS_KEY }),
  });
}
