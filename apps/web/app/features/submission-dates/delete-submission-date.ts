import { deleteSubmissionDate } from '@anupalan/contract/submission-dates';
import { request } from '../../lib/api.ts';
import { useItemChange } from '../compliance-items/change-cached-item.ts';

const FAILED = 'Failed to delete submission date';

export function useDeleteSubmissionDate(itemId: string, submissionId: string) {
  return useItemChange<void>({
    send: () =>
      request(deleteSubmissionDate, { params: { id: itemId, submissionId }, fallback: FAILED, mismatch: FAILED }),
    done: 'Submission date deleted successfully',
  });
}
