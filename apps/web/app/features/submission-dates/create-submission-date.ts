import { createSubmissionDate, type NewSubmissionDate } from '@anupalan/contract/submission-dates';
import { request } from '../../lib/api.ts';
import { useItemChange } from '../compliance-items/change-cached-item.ts';

const FAILED = 'Failed to add submission date';

export function useCreateSubmissionDate(itemId: string) {
  return useItemChange({
    send: (body: NewSubmissionDate) =>
      request(createSubmissionDate, { params: { id: itemId }, body, fallback: FAILED, mismatch: FAILED }),
    done: 'Submission date added successfully',
  });
}
