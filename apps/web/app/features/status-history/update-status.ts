import { updateStatus } from '@anupalan/contract/status-history';
import type { Status } from '@anupalan/domain/statuses';
import { request } from '../../lib/api.ts';
import { useHistoryChange } from './change-history.ts';
import { type NewRecord, withRecord } from './optimistic-record.ts';

const FAILED = 'Failed to update status';

export function useUpdateStatus() {
  return useHistoryChange({
    send: ({ complianceId, ...body }: NewRecord<Status>) =>
      request(updateStatus, { params: { id: complianceId }, body, fallback: FAILED, mismatch: FAILED }),
    foresee: withRecord,
    done: 'Status updated successfully',
  });
}
