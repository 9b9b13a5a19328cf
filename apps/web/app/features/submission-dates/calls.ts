import {
  createSubmissionDate,
  deleteSubmissionDate,
  type NewSubmissionDate,
} from '@anupalan/contract/submission-dates';
import { request } from '../../lib/api/api.ts';
import { useItemChange } from '../compliance-items/calls.ts';

export function useCreateSubmissionDate(itemId: string) {
  return useItemChange({
    send: (body: NewSubmissionDate) =>
      request(createSubmissionDate, { params: { id: itemId }, body, failed: 'Failed to add submission date' }),
    done: 'Submission date added successfully',
  });
}

export function useDeleteSubmissionDate(itemId: string, submissionId: string) {
  return useItemChange({
    send: () =>
      request(deleteSubmissionDate, {
        params: { id: itemId, submissionId },
        failed: 'Failed to delete submission date',
      }),
    done: 'Submission date deleted successfully',
  });
}
