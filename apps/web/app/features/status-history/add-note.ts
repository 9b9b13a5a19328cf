import { addNote } from '@anupalan/contract/status-history';
import { NOTE } from '@anupalan/domain/statuses';
import { request } from '../../lib/api.ts';
import { useHistoryChange } from './change-history.ts';
import { type NewRecord, withRecord } from './optimistic-record.ts';

const FAILED = 'Failed to add note';

export function useAddNote() {
  return useHistoryChange({
    send: ({ complianceId, ...body }: Omit<NewRecord, 'status'>) =>
      request(addNote, { params: { id: complianceId }, body, fallback: FAILED, mismatch: FAILED }),
    foresee: (entries, note, now) => withRecord(entries, { ...note, status: NOTE }, now),
    done: 'Note added successfully',
  });
}
